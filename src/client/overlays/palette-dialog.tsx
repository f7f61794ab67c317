import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { paletteApi } from '#kernel/palette.contract.ts';
import { useT } from '#ui/interface.tsx';
import { client } from '../api.ts';
import styles from './palette-dialog.module.css';

const call = client<typeof paletteApi>();

interface Entry {
  label: string;
  detail: string;
  href: string;
}

// The product's debounce for typing. Milliseconds.
const debounceMs = 400;

/** Finds screens at once and records as they are typed; all by keyboard. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), debounceMs);
  const [records, setRecords] = useState<Entry[]>([]);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    setRecords([]);
    if (wanted === '') return;
    const abort = new AbortController();
    call('GET /api/v1/search', { query: { text: wanted }, signal: abort.signal }).then(
      (answer) => setRecords(answer.results),
      () => undefined,
    );
    return () => abort.abort();
  }, [wanted]);
  const folded = text.trim().toLocaleLowerCase();
  const entries = [...screens().filter((screen) => screen.label.toLocaleLowerCase().includes(folded)), ...records];
  const current = Math.min(chosen, entries.length - 1);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    }
    const entry = entries[current];
    if (event.key === 'Enter' && entry) location.assign(entry.href);
  };
  return (
    <Modal
      opened
      onClose={onClose}
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
          <li key={entry.href} id={`palette-${index}`} role="option" aria-selected={index === current}>
            <a href={entry.href} tabIndex={-1}>
              {entry.label} <small>{entry.detail}</small>
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {entries.length === 0 ? t('palette.empty') : t('palette.hint')}
      </p>
    </Modal>
  );
}

// The menus of the page already name every screen, in the reader's language.
const screens = (): Entry[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('[data-screens] a')].map((link) => ({
    label: link.textContent,
    detail: '',
    href: link.getAttribute('href') ?? '/',
  }));
