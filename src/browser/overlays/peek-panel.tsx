import { type MouseEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Unseen } from '#ui/kit/text.tsx';
import { useListener } from '#ui/use-listener.ts';
import {
  type Peeked,
  pageBeside,
  peeked,
  peekLinks,
  positionOfPeek,
  watchPeekChanges,
  watchPeeked,
} from '../../client/peek.ts';
import { isKeyTaken } from '../../client/taken-keys.ts';
import { FailedFragment } from './failed-fragment.tsx';
import { fetchAhead, forgetAhead, loadPeek, peek, stepPeek } from './open-peek.ts';
import { PeekGone } from './peek-gone.tsx';
import styles from './peek-panel.module.css';
import { refreshPart } from './refresh-part.ts';
import { useFragment } from './use-fragment.ts';

/** The record shown beside its list. Where there is no room beside the list, it covers it. */
export function PeekPanel() {
  const t = useT();
  const at = useSyncExternalStore(watchPeeked, peeked);
  const [said, say] = useState('');
  // Said only once the element is there: what it starts with is not read out.
  useEffect(() => say(at ? t('peek.shown', { title: at.title }) : ''), [at, t]);
  return (
    <>
      <Unseen as="p" role="status">
        {said}
      </Unseen>
      {at && createPortal(<Panel at={at} />, document.body)}
    </>
  );
}

function Panel({ at }: { at: Peeked }) {
  const t = useT();
  const panel = useRef<HTMLElement>(null);
  useBeside(panel, at);
  usePeekKeys(panel, at);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links inside are there for the keyboard
    <Stack
      as="aside"
      gap={0}
      ref={panel}
      className={styles.panel}
      tabIndex={-1}
      aria-label={at.title}
      onClick={showTab}
    >
      <Inline whole gap={4} className={styles.head}>
        <Step by={-1} at={at} label={t('record.previous')} />
        <PeekPosition at={at} />
        <Step by={1} at={at} label={t('record.next')} />
        <ButtonLink variant="plain" size="small" className={styles.open} href={at.href}>
          {t('peek.open')} <kbd>Enter</kbd>
        </ButtonLink>
        <IconButton label={t('common.close')} tip="Esc" onClick={() => void peek(null)}>
          <Icon name="close" />
        </IconButton>
      </Inline>
      <Body key={at.href} at={at} />
    </Stack>
  );
}

/** A tab of the record is shown in the panel too. */
function showTab(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest('[data-tabs] a') : null;
  const at = peeked();
  if (!link || !at || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  void peek({ ...at, href: link.getAttribute('href') ?? at.href });
}

function Step({ by, at, label }: { by: 1 | -1; at: Peeked; label: string }) {
  const links = peekLinks();
  const index = links.findIndex((link) => link.getAttribute('href') === at.row);
  const isEnd = index < 0 || !(links[index + by] || pageBeside(by));
  return (
    <IconButton
      label={label}
      tip={`${label} (${by > 0 ? 'j' : 'k'})`}
      aria-disabled={isEnd}
      onClick={() => !isEnd && void stepPeek(at, by)}
    >
      <Icon name={by > 0 ? 'next' : 'previous'} />
    </IconButton>
  );
}

/** Where the record is in its whole list. */
function PeekPosition({ at }: { at: Peeked }) {
  const t = useT();
  const found = positionOfPeek(at.row);
  if (!found) return null;
  const { position, count, isMore } = found;
  return <span>{t(isMore ? 'record.position_many' : 'record.position', { position, count })}</span>;
}

function Body({ at }: { at: Peeked }) {
  const { host, setHost, state, retry } = useFragment(at.href, { load: loadPeek });
  const isReady = state.status === 'ready';
  useEffect(() => {
    if (isReady) fetchAhead(at);
  }, [isReady, at]);
  useEffect(
    () =>
      watchPeekChanges(() => {
        forgetAhead();
        // What is gone is asked for again, which shows that.
        if (host)
          void refreshPart(host, at.href).then(
            (isThere) => isThere || retry(),
            () => undefined,
          );
      }),
    [host, at],
  );
  return (
    <div className={styles.body} aria-busy={state.status === 'loading'}>
      {state.status === 'loading' && (
        <div className={styles.loading}>
          <p>{at.title}</p>
          <i />
          <i />
          <i />
        </div>
      )}
      {state.status === 'failed' && state.isGone && <PeekGone at={at} message={state.message} />}
      {state.status === 'failed' && !state.isGone && <FailedFragment message={state.message} onRetry={retry} />}
      <div ref={setHost} data-peek-body hidden={state.status === 'failed'} />
    </div>
  );
}

const linkOf = (row: string) => peekLinks().find((link) => link.getAttribute('href') === row);

const covering = '(max-width: 1099px)';

/** Makes room beside the page. Where the panel covers the list, the list is out of reach until it is closed. */
function useBeside(panel: RefObject<HTMLElement | null>, { row }: Peeked): void {
  const last = useRef(row);
  useEffect(() => {
    last.current = row;
  }, [row]);
  useEffect(() => {
    const main = document.querySelector<HTMLElement>('main');
    const query = matchMedia(covering);
    const element = panel.current;
    const isFocused = () => element?.contains(document.activeElement) ?? false;
    const adapt = () => {
      if (main) main.inert = query.matches;
      if (query.matches && !isFocused()) element?.focus();
    };
    document.documentElement.dataset.peeked = '';
    adapt();
    query.addEventListener('change', adapt);
    return () => {
      delete document.documentElement.dataset.peeked;
      query.removeEventListener('change', adapt);
      if (main) main.inert = false;
      if (isFocused() || document.activeElement === document.body) linkOf(last.current)?.focus();
    };
  }, [panel]);
}

/** Escape closes. From the row, Tab leads into the panel, and Shift Tab from its beginning back. */
function usePeekKeys(panel: RefObject<HTMLElement | null>, at: Peeked): void {
  useListener(
    'keydown',
    (event) => {
      const { key, shiftKey, target, defaultPrevented } = event;
      if (defaultPrevented || document.querySelector('dialog[open], [role="dialog"], :popover-open')) return;
      const { activeElement } = document;
      const first = panel.current?.querySelector<HTMLElement>('button');
      const row = linkOf(at.row);
      if (key === 'Escape' && !isKeyTaken(target)) {
        event.preventDefault();
        void peek(null);
      } else if (key === 'Tab' && !shiftKey && peekLinks().some((link) => link === activeElement)) {
        event.preventDefault();
        first?.focus();
      } else if (key === 'Tab' && shiftKey && row && (activeElement === first || activeElement === panel.current)) {
        event.preventDefault();
        row.focus();
      }
    },
    { at: 'document' },
  );
}
