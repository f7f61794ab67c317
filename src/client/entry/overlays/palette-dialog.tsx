import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, use, useEffect, useState } from 'react';
import type { paletteApi } from '#kernel/palette.contract.ts';
import { useT } from '#ui/interface.tsx';
import { client } from '../../api.ts';
import { OnTop } from './dialog.tsx';
import styles from './palette-dialog.module.css';

const call = client<typeof paletteApi>();

interface Entry {
  label: string;
  detail: string;
  href: string;
}

// The product's debounce for typing. Milliseconds.
const debounceMs = 400;

/** Finds screens immediately and records while typing; works entirely by keyboard. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const onTop = use(OnTop);
  const [text, setText] = useState('');
  const found = useRecords(text.trim());
  const [chosen, setChosen] = useState(0);
  const folded = text.trim().toLocaleLowerCase();
  const named = screens().filter((screen) => screen.label.toLocaleLowerCase().includes(folded));
  const entries = [...named, ...(found?.records ?? [])];
  const current = Math.max(0, Math.min(chosen, entries.length - 1));
  useEffect(() => {
    document.getElementById(`palette-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const keys = (event: KeyboardEvent) => {
    // Enter also confirms a Korean or Japanese character during composition.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[current];
    if (step !== undefined && entry) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter' && entry) location.assign(entry.href);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={onTop}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      aria-label={t('shell.palette')}
    >
      <TextInput
        className={styles.input}
        variant="unstyled"
        size="md"
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries.length > 0 ? `palette-${current}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={keys}
        data-autofocus
      />
      <ul id="palette-list" role="listbox" aria-label={t('shell.palette')} className={styles.list}>
        {entries.map((entry, index) => (
          <li
            key={`${entry.href} ${entry.label}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
          >
            <a href={entry.href} tabIndex={-1}>
              {entry.label} <small>{entry.detail}</small>
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {found ? (found.problem ?? t(entries.length === 0 ? 'palette.empty' : 'palette.hint')) : t('common.loading')}
      </p>
    </Modal>
  );
}

interface Found {
  text: string;
  records: Entry[];
  problem: string | null;
}

/** The records that match this text, requested when typing pauses; `null` until the answer arrives. */
function useRecords(text: string): Found | null {
  const [wanted] = useDebouncedValue(text, debounceMs);
  const [found, setFound] = useState<Found>({ text: '', records: [], problem: null });
  useEffect(() => {
    const abort = new AbortController();
    const show = (records: Entry[], problem: string | null) => {
      if (!abort.signal.aborted) setFound({ text: wanted, records, problem });
    };
    if (wanted === '') show([], null);
    else
      call('GET /api/v1/search', { query: { text: wanted }, signal: abort.signal }).then(
        (answer) => show(answer.results, null),
        (error: Error) => show([], error.message),
      );
    return () => abort.abort();
  }, [wanted]);
  return found.text === text ? found : null;
}

// The menus of the page already name every screen, in the reader's language.
const screens = (): Entry[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('[data-screens] a')].map((link) => ({
    // Beside its name an entry may have a count.
    label: link.title || link.textContent,
    detail: '',
    href: link.getAttribute('href') ?? '/',
  }));
