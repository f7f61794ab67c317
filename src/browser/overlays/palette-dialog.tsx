import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon, isIcon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { keepingLanguage } from '../../client/language.ts';
import { rememberRecord } from '../../client/recent.ts';
import { usePlace } from './dialog.tsx';
import styles from './palette-dialog.module.css';
import { type Entry, groupsFor } from './palette-entries.ts';
import { useFoundRecords } from './use-found-records.ts';

/** Finds screens and actions immediately and records as the user types; works entirely by keyboard. */
export function PaletteDialog({ onClose }: { onClose: () => Promise<void> }) {
  const t = useT();
  usePlace(() => void onClose());
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useFoundRecords(text.trim());
  const groups = groupsFor(t, text.trim(), found?.records ?? []);
  const entries = groups.flatMap((group) => group.entries);
  const current = Math.max(0, Math.min(chosen, entries.length - 1));
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`palette-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const keys = (event: KeyboardEvent) => {
    // Enter also confirms a Korean or Japanese character during composition.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[current];
    if (!entry) return;
    if (step !== undefined) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter') void open(entry);
  };
  const open = async (entry: Entry) => {
    if (entry.record) rememberRecord(entry.record);
    await onClose();
    if (entry.href === undefined) entry.press?.();
    else location.assign(keepingLanguage(entry.href));
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('shell.palette')}
      onClose={() => void onClose()}
      closedby="any"
    >
      <div className={styles.box}>
        <input
          className={styles.input}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.placeholder')}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries.length > 0 ? `palette-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={keys}
        />
        <div id="palette-list" role="listbox" aria-label={t('shell.palette')} className={styles.list}>
          {groups.map(({ heading, entries: lines }) => (
            <div key={heading ?? ''} role="group" aria-label={heading ?? t('shell.palette')}>
              {heading !== undefined && <p aria-hidden="true">{heading}</p>}
              {lines.map((entry) => (
                <Line
                  key={`${entry.href ?? ''} ${entry.label}`}
                  id={`palette-${entries.indexOf(entry)}`}
                  entry={entry}
                  isChosen={entry === entries[current]}
                  onPoint={() => setChosen(entries.indexOf(entry))}
                  onOpen={() => void open(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <p className={styles.hint} role="status">
          {found ? (found.problem ?? t(entries.length === 0 ? 'palette.empty' : 'palette.hint')) : t('common.loading')}
        </p>
      </div>
    </dialog>
  );
}

interface LineProps {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Line({ id, entry, isChosen, onPoint, onOpen }: LineProps) {
  const content = (
    <>
      {isIcon(entry.icon) && <Icon name={entry.icon} />}
      <span className={styles.label}>
        {entry.label} {entry.detail !== '' && <small>{entry.detail}</small>}
      </span>
      <small>{entry.kind}</small>
    </>
  );
  const shared = { id, role: 'option', 'aria-selected': isChosen, tabIndex: -1, onMouseMove: onPoint };
  if (entry.href === undefined)
    return (
      <button type="button" {...shared} onClick={onOpen}>
        {content}
      </button>
    );
  const follow = (event: React.MouseEvent) => {
    // Let the browser open new tabs.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={entry.href} {...shared} onClick={follow}>
      {content}
    </a>
  );
}
