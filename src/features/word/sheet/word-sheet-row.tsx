import type { BookWords } from '#features/book/book-words.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Badge } from '#ui/kit/badge.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Text, Unseen } from '#ui/kit/text.tsx';
import { CellEditor, type LeaveTo } from '#ui/rows/cell-editor.tsx';
import type { CellEdit } from '#ui/table/column.ts';
import { rowKey, type WordRow } from '../list/word-rows.rules.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import { readableWord } from '../words/word.rules.ts';
import { RowAudio } from './row-audio.tsx';
import type { AudioUploads } from './use-audio-uploads.ts';
import type { SheetActs } from './use-sheet-acts.ts';
import type { SheetPlayer } from './use-sheet-player.ts';
import styles from './word-sheet.module.css';

/** The columns whose cells are edited in place. */
export const sheetColumns = ['word', 'sentence'] as const;
export type SheetColumn = (typeof sheetColumns)[number];

interface WordSheetRowProps {
  row: WordRow;
  number: number;
  /** The row above has the same word. */
  isRepeated: boolean;
  editing: SheetColumn | null;
  edits: Record<SheetColumn, CellEdit<WordRow>>;
  acts: SheetActs;
  uploads: AudioUploads;
  player: SheetPlayer;
  onEdit: (column: SheetColumn) => void;
  onLeave: (to: LeaveTo) => void;
  /** Saves a file as the audio of its sentence. */
  onFile: (sentence: SentenceRecord, file: File) => void;
  /** Begins a new row with the word of this one. */
  onAdd: () => void;
}

/** One row of the sheet: its number, word, sentence and audio, and a menu. */
export function WordSheetRow(props: WordSheetRowProps) {
  const { row, number, isRepeated, editing, edits, acts, uploads, player, onEdit, onLeave, onFile, onAdd } = props;
  const t = useT<BookWords>();
  const format = useFormat();
  const { word, sentence } = row;
  const name = readableWord(word.word);
  const shown = {
    word: isRepeated ? <Repeated>{name}</Repeated> : <strong>{name}</strong>,
    sentence: sentence ? (
      sentence.sentence
    ) : (
      <Text as="span" tone="soft">
        {t('book.sentences_empty')}
      </Text>
    ),
  };
  const labels = { word: t('book.word_kind'), sentence: t('book.sentence_kind') };
  const cell = (column: SheetColumn) =>
    editing === column ? (
      <div role="gridcell" className={styles[column]}>
        <CellEditor row={row} edit={edits[column]} label={labels[column]} onLeave={onLeave} />
      </div>
    ) : (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the sheet hears the keys of all its cells
      <div
        role="gridcell"
        className={styles[column]}
        data-cell={column}
        data-edits=""
        tabIndex={-1}
        onClick={() => getSelection()?.isCollapsed !== false && onEdit(column)}
      >
        {shown[column]}
        {column === 'sentence' && sentence?.mdr_targeted === 'Y' && (
          <>
            {' '}
            <Badge tone="live">{t('book.sentence_targeted')}</Badge>
          </>
        )}
      </div>
    );
  return (
    <div role="row" className={styles.row} data-line={rowKey(row)}>
      <Text as="span" tone="soft" size="small" number role="rowheader" className={styles.number}>
        {format.number(number)}
      </Text>
      {cell('word')}
      {cell('sentence')}
      <Inline whole tight role="gridcell" className={styles.audio}>
        {sentence && (
          <RowAudio
            sentence={sentence}
            player={player}
            upload={uploads.of(sentence.sent_idx)}
            onFile={(file) => onFile(sentence, file)}
            onRetry={() => void uploads.retry(sentence)}
          />
        )}
      </Inline>
      <div role="gridcell" className={styles.menu}>
        <RowMenu
          label={`${t('common.actions')}: ${sentence?.sentence ?? name}`}
          opens={{ 'data-cell': 'menu', tabIndex: -1 }}
          items={[
            { label: t('book.sentence_add'), act: onAdd },
            ...(sentence ? sentenceItems(sentence, acts, t) : []),
            { label: t('book.word_delete'), act: () => acts.removeWord(word), danger: true },
          ]}
        />
      </div>
    </div>
  );
}

/** The word of the row above, said once on the screen and every time to screen readers. */
const Repeated = ({ children }: { children: string }) => (
  <>
    <Text as="span" tone="soft" aria-hidden="true">
      ″
    </Text>
    <Unseen>{children}</Unseen>
  </>
);

function sentenceItems(sentence: SentenceRecord, acts: SheetActs, t: ReturnType<typeof useT<BookWords>>) {
  const { audio_path } = sentence;
  const removal = { label: t('book.sentence_audio_remove'), act: () => acts.removeAudio(sentence) };
  return [
    ...acts.more(sentence),
    ...(audio_path === false ? [] : [removal]),
    { label: t('book.sentence_delete'), act: () => acts.removeSentence(sentence), danger: true },
  ];
}
