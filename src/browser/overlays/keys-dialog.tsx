import { useState } from 'react';
import type { CommonWords } from '#kernel/messages/common/en.ts';
import type { Translate } from '#kernel/messages/messages.ts';
import { useT } from '#ui/interface.tsx';
import { Dialog } from './dialog.tsx';
import styles from './keys-dialog.module.css';

/** The keyboard shortcuts that apply on this page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [keys] = useState(() => keysHere(t));
  return (
    <Dialog title={t('table.keys')} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(' · ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      {isThere('[data-sortable]') && <p className={styles.order}>{t('sort.instructions')}</p>}
    </Dialog>
  );
}

const isThere = (selector: string) => document.querySelector(`main ${selector}`) !== null;

/** Read from the page: the keys of its list, those that its buttons and links declare, and those of every page. */
function keysHere(t: Translate<CommonWords>): [key: string, what: string][] {
  const row = '[data-list] tbody tr';
  const ofList: [string, string, boolean][] = [
    ['J', t('table.key_next'), isThere(row)],
    ['K', t('table.key_previous'), isThere(row)],
    ['Enter', t('table.key_open'), isThere(`${row} a[href]`)],
    ['Space', t('table.key_peek'), isThere(`${row} a[data-peek]`)],
    ['X', t('table.key_select'), isThere(`${row} input[type="checkbox"]`)],
    ['E', t('table.key_edit'), isThere(`${row} [data-edits]`)],
    ['/', t('table.key_search'), isThere('[data-list]') && isThere('input[type="search"]')],
  ];
  return [
    ...ofList.flatMap(([key, what, applies]): [string, string][] => (applies ? [[key, what]] : [])),
    ...[...document.querySelectorAll('main [aria-keyshortcuts]')].map(declared),
    ['Ctrl K', t('shell.palette')],
    ['Ctrl Z', t('table.key_undo')],
    ['?', t('table.keys')],
  ];
}

/** A key as its button or link declares it, such as 'Alt+PageDown', in the words of a keyboard. */
const declared = (control: Element): [string, string] => [
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
