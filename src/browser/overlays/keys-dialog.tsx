import { Fragment, useState } from 'react';
import type { CommonWords } from '#kernel/messages/common/en.ts';
import type { Translate } from '#kernel/messages/messages.ts';
import { useT } from '#ui/interface.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { hasMarkKeys } from '../mark-keys.ts';
import styles from './keys-dialog.module.css';

/** The keyboard shortcuts that apply on this page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [keys] = useState(() => keysHere(t));
  const [screens] = useState(keysOfScreens);
  return (
    <Dialog title={t('table.keys')} size="lg" onClose={onClose}>
      <Keys of={keys} />
      {isThere('[data-sortable]') && (
        <Text tone="soft" above={16}>
          {t('sort.instructions')}
        </Text>
      )}
      {screens.length > 0 && (
        <Text as="h3" above={16} below={8}>
          {t('palette.screens')}
        </Text>
      )}
      <Keys of={screens} isShort />
    </Dialog>
  );
}

type Key = [key: string, what: string];

function Keys({ of, isShort = false }: { of: readonly Key[]; isShort?: boolean }) {
  return (
    <Grid as="dl" gap={8} least={isShort ? 240 : 400} className={styles.keys} data-short={isShort || undefined}>
      {of.map(([key, what]) => (
        <div key={key}>
          <dt>
            {key.split(' · ').map((one, index) => (
              <Fragment key={one}>
                {index > 0 && ' '}
                <kbd>{one}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </Grid>
  );
}

const isThere = (selector: string) => document.querySelector(`main ${selector}`) !== null;

/** Read from the page: the keys of its list, those that its buttons and links declare, and those of every page. */
function keysHere(t: Translate<CommonWords>): Key[] {
  const row = '[data-list] tbody tr';
  const ofList: [string, string, boolean][] = [
    ['J', t('table.key_next'), isThere(row)],
    ['K', t('table.key_previous'), isThere(row)],
    ['Enter', t('table.key_open'), isThere(`${row} a[href]`)],
    ['Space', t('table.key_peek'), isThere(`${row} a[data-peek]`)],
    ['X', t('table.key_select'), isThere(`${row} input[type="checkbox"]`)],
    ['E', t('table.key_edit'), isThere(`${row} [data-edits]`)],
    ['[ · ]', t('table.key_marks'), hasMarkKeys()],
    ['Ctrl Alt M', t('table.key_about_field'), isThere('[data-field-mark]')],
    ['/', t('table.key_search'), isThere('[data-list]') && isThere('input[type="search"]')],
  ];
  return [
    ...ofList.flatMap(([key, what, applies]): Key[] => (applies ? [[key, what]] : [])),
    ...[...document.querySelectorAll('main [aria-keyshortcuts]')].map(declared),
    ['Ctrl K', t('shell.palette')],
    ['Ctrl Z', t('table.key_undo')],
    ['?', t('table.keys')],
  ];
}

/** The keys that open a screen of the side menu. */
const keysOfScreens = (): Key[] =>
  [...document.querySelectorAll<HTMLElement>('#side-menu [data-letter]')].map((screen) => [
    `G · ${screen.dataset.letter?.toUpperCase()}`,
    screen.querySelector('span')?.textContent ?? '',
  ]);

/** A key as its button or link declares it, such as 'Alt+PageDown', in the words of a keyboard. */
const declared = (control: Element): Key => [
  (control.getAttribute('aria-keyshortcuts') ?? '')
    .replace('Control', 'Ctrl')
    .replace(' ', ' · ')
    .replace('Page', 'Page ')
    .replace('+', ' '),
  control.ariaLabel ?? textOf(control),
];

/** The words of a button, without the key it may show. */
const textOf = (control: Element): string =>
  [...control.childNodes]
    .filter((node) => node.nodeName !== 'KBD')
    .map((node) => node.textContent)
    .join('')
    .trim();
