import { type DragEvent, type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { silentHash } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { LeaveTo } from '#ui/rows/cell-editor.tsx';
import { SearchField } from '#ui/rows/search-field.tsx';
import { droppedFiles } from '#ui/upload/dropped-files.ts';
import { usePaste } from '#ui/use-paste.ts';
import { isAudioMissing, rowKey, type WordRow } from '../list/word-rows.rules.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import { readableWord } from '../words/word.rules.ts';
import { AudioPanel } from './audio-panel.tsx';
import { PastePanel } from './paste-panel.tsx';
import { isRows } from './pasted-rows.rules.ts';
import { RowDraft } from './row-draft.tsx';
import { SheetBar, type StageStart } from './sheet-bar.tsx';
import type { AudioUploads } from './use-audio-uploads.ts';
import type { SheetActs } from './use-sheet-acts.ts';
import { useSheetEdits } from './use-sheet-edits.ts';
import { moveInSheet, useSheetFocus } from './use-sheet-focus.ts';
import { useSheetPlayer } from './use-sheet-player.ts';
import styles from './word-sheet.module.css';
import { type SheetColumn, sheetColumns, WordSheetRow } from './word-sheet-row.tsx';

// Below this number, no search field is needed.
const worthFinding = 12;

interface WordSheetProps {
  bid: string;
  rows: WordRow[];
  show: (next: (now: WordRow[]) => WordRow[]) => void;
  acts: SheetActs;
  uploads: AudioUploads;
  /** Rows are saved one by one: many can be pasted or dropped, and the page follows. */
  live?: { follow: (isEditing: boolean) => void; stage: StageStart };
}

/** The words and sentences of a book as a sheet: read, heard and edited in place. */
export function WordSheet({ bid, rows, show, acts, uploads, live }: WordSheetProps) {
  const t = useT<BookWords>();
  const sheet = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [onlySilent, setOnlySilent] = useState(false);
  const [draft, setDraft] = useState<{ word: string; no: number } | null>(null);
  const [editing, setEditing] = useState<{ row: string; column: SheetColumn } | null>(null);
  const { returnTo, onFocus } = useSheetFocus(sheet);
  const [dropped, setDropped] = useState<File[] | null>(null);
  const [pasted, setPasted] = useState<string | null>(null);
  const player = useSheetPlayer();
  const edits = useSheetEdits(rows, acts, show);

  const wanted = fold(useDeferredValue(text).trim());
  const numbered = rows.map((row, index) => ({ row, key: rowKey(row), number: index + 1 }));
  const shown = numbered.filter(({ row }) => matches(row, wanted) && (!onlySilent || isAudioMissing(row)));
  const silent = rows.filter(isAudioMissing).length;

  useEffect(() => {
    if (location.hash === `#${silentHash}`) setOnlySilent(true);
  }, []);
  useEffect(() => live?.follow(draft !== null || editing !== null || pasted !== null || dropped !== null));

  const leave = (row: string, column: SheetColumn, to: LeaveTo) => {
    const cells = sheetColumns.indexOf(column);
    const beside = to === 'next' ? sheetColumns[cells + 1] : to === 'previous' ? sheetColumns[cells - 1] : undefined;
    const below = to === 'below' ? shown[shown.findIndex(({ key }) => key === row) + 1] : undefined;
    setEditing(beside ? { row, column: beside } : below ? { row: below.key, column } : null);
    if (beside || below || to === 'away') return;
    if (to === 'below') begin('');
    else returnTo({ key: row, cell: to === 'next' ? 'audio' : column });
  };
  const begin = (word: string) => {
    if (draft) sheet.current?.parentElement?.querySelector<HTMLElement>('[data-draft] input')?.focus();
    else setDraft({ word, no: 0 });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target instanceof HTMLElement && event.target.dataset['cell'] ? event.target : null;
    const key = cell?.closest('[data-line]')?.getAttribute('data-line');
    const row = shown.find((one) => one.key === key)?.row;
    if (!cell || !row) return;
    const isCellEditable = cell.dataset['edits'] !== undefined;
    if (isEnter(event) && event.shiftKey) {
      event.preventDefault();
      begin(row.word.word);
    } else if (isCellEditable && (isEnter(event) || event.key === 'F2')) {
      event.preventDefault();
      cell.click();
    } else if (event.key === ' ' && cell.dataset['cell'] !== 'menu') {
      event.preventDefault();
      if (row.sentence?.audio_path) player.toggle(row.sentence.audio_path);
    } else {
      const moved = moveInSheet(event)?.getAttribute('data-line');
      const next = moved === key ? undefined : shown.find((one) => one.key === moved)?.row.sentence?.audio_path;
      if (next && player.isPlaying()) player.play(next);
    }
  };

  const send = async (sentence: SentenceRecord, file: File) => {
    const saved = await uploads.send(sentence, file);
    if (saved) acts.heard(saved);
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    const key = event.target instanceof Element ? event.target.closest('[data-line]')?.getAttribute('data-line') : null;
    const sentence = rows.find((row) => rowKey(row) === key)?.sentence;
    void droppedFiles(event.dataTransfer).then((files) => {
      const [file, ...others] = files;
      if (file && sentence && others.length === 0) void send(sentence, file);
      else if (file && live && dropped === null) setDropped(files);
    });
  };
  const section = useRef<HTMLElement>(null);
  usePaste(section, (event) => {
    const given = event.clipboardData?.getData('text/plain') ?? '';
    if (!live || pasted !== null || !isRows(given)) return;
    event.preventDefault();
    setEditing(null);
    setPasted(given);
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files may be dropped anywhere in it
    <Card ref={section} aria-labelledby="words" onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <SheetBar
        silent={silent}
        onlySilent={onlySilent}
        onOnlySilent={setOnlySilent}
        isDropped={dropped !== null}
        onAdd={() => begin('')}
        many={live && { onFiles: setDropped, onPaste: () => setPasted(''), stage: live.stage }}
      />
      {dropped && (
        <AudioPanel bid={bid} rows={rows} files={dropped} uploads={uploads} onClose={() => setDropped(null)} />
      )}
      {pasted !== null && (
        <PastePanel
          key={pasted}
          bid={bid}
          rows={rows}
          text={pasted}
          onDone={(isAdded) => {
            setPasted(null);
            if (isAdded) show((now) => now);
          }}
        />
      )}
      {rows.length === 0 && <Text tone="soft">{t('book.words_empty')}</Text>}
      {rows.length > worthFinding && (
        <SearchField label={t('book.words_find')} value={text} onChange={setText}>
          {wanted !== '' && t('book.sentence_count', { count: shown.length })}
        </SearchField>
      )}
      <div
        ref={sheet}
        role="grid"
        hidden={shown.length === 0}
        tabIndex={-1}
        aria-label={t('book.words')}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {shown.map(({ row, key, number }, index) => (
          <WordSheetRow
            key={key}
            row={row}
            number={number}
            isRepeated={shown[index - 1]?.row.word.word_idx === row.word.word_idx}
            editing={editing?.row === key ? editing.column : null}
            edits={edits}
            acts={acts}
            uploads={uploads}
            player={player}
            onEdit={(column) => setEditing({ row: key, column })}
            onLeave={(to) => editing && leave(key, editing.column, to)}
            onFile={(sentence, file) => void send(sentence, file)}
            onAdd={() => begin(row.word.word)}
          />
        ))}
      </div>
      {draft && (
        <RowDraft
          key={draft.no}
          word={draft.word}
          onAdd={async (row, next) => {
            const word = await acts.add(row);
            if (word) setDraft({ word: next === 'same word' ? word.word : '', no: draft.no + 1 });
            return word !== null;
          }}
          onClose={() => setDraft(null)}
        />
      )}
      {rows.length > 0 && (
        <Text tone="soft" size="small" above={10} className={styles.keys}>
          {t('book.sheet_keys')}
        </Text>
      )}
    </Card>
  );
}

const matches = ({ word: { word }, sentence }: WordRow, wanted: string) =>
  [word, readableWord(word), sentence?.sentence ?? ''].some((text) => fold(text).includes(wanted));
