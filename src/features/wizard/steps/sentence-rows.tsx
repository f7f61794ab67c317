import { type KeyboardEvent, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import type { ImportWords, ShownSentence } from '#features/import/import-pages.public.ts';
import type { SentenceColumn, SentenceFilter } from '#features/import/import-rules.public.ts';
import { sentenceColumns } from '#features/import/import-rules.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Text } from '#ui/kit/text.tsx';
import { StatusMark } from '#ui/page/status-mark.tsx';
import { VirtualList } from '#ui/rows/virtual-list.tsx';
import styles from './sentences-step.module.css';
import type { useSentenceRows } from './use-sentence-rows.ts';

interface SentenceRowsProps {
  rows: ReturnType<typeof useSentenceRows>;
  count: number;
  filter: SentenceFilter;
  editable: boolean;
  onCorrect: (row: number, column: SentenceColumn, text: string) => Promise<boolean>;
  onDrop: (row: number, dropped: boolean) => void;
}

const rowHeight = 52;
// Below this width the columns are unreadable: the list scrolls sideways.
const minWidth = 720;

/** The rows of the sheet, however many: only visible ones are rendered, and each cell can be corrected in place. */
export function SentenceRows({ rows, count, filter, editable, onCorrect, onDrop }: SentenceRowsProps) {
  const t = useT<ImportWords>();
  const head = (
    <div className={styles.head} style={{ minWidth }} aria-hidden>
      <span />
      <span>{t('import.row')}</span>
      {sentenceColumns.map((column) => (
        <span key={column}>{t(`import.column_${column}`)}</span>
      ))}
      <span />
    </div>
  );
  return (
    <VirtualList
      label={t(`import.sentences_${filter}`)}
      count={count}
      rowHeight={rowHeight}
      minWidth={minWidth}
      head={head}
      onRange={rows.onRange}
      render={(index) => {
        const row = rows.rowAt(index);
        return row ? <SentenceRow row={row} editable={editable} onCorrect={onCorrect} onDrop={onDrop} /> : null;
      }}
    />
  );
}

type SentenceRowProps = Pick<SentenceRowsProps, 'editable' | 'onCorrect' | 'onDrop'> & { row: ShownSentence };

function SentenceRow({ row, editable, onCorrect, onDrop }: SentenceRowProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const [editing, setEditing] = useState<SentenceColumn | null>(null);
  const open = editable && !row.dropped;
  const status = row.errors.length > 0 ? 'invalid' : row.known ? 'unknown' : 'valid';
  const note = row.known ? t('import.sentence_known') : undefined;
  return (
    <div className={styles.line} data-status={row.dropped ? 'dropped' : status}>
      <StatusMark status={status} label={note ?? t(`import.status_of_${status}`)} />
      <Text as="span" tone="soft" number>
        {format.number(row.row_no)}
      </Text>
      {sentenceColumns.map((column, index) => {
        const text = row.cells[index] ?? '';
        const wrong = row.errors.some(({ field }) => field === column);
        const label = t('import.edit_cell', { label: t(`import.column_${column}`), row: row.row_no });
        return (
          <div key={column} className={styles.cell} data-wrong={wrong || undefined}>
            {editing === column ? (
              <CellInput
                label={label}
                text={text}
                onCancel={() => setEditing(null)}
                onSave={async (next) => (await onCorrect(row.row_no, column, next)) && setEditing(null)}
              />
            ) : open ? (
              <Button variant="bare" aria-label={`${label}: ${text}`} title={text} onClick={() => setEditing(column)}>
                <Text as="span" cut>
                  {text || '…'}
                </Text>
              </Button>
            ) : (
              <Text as="span" cut title={text}>
                {text}
              </Text>
            )}
          </div>
        );
      })}
      {row.errors.length > 0 && (
        <Text as="small" tone="problem" cut className={styles.errors}>
          {remarks(row)}
        </Text>
      )}
      {editable && (
        <Button variant="link" className={styles.drop} onClick={() => onDrop(row.row_no, !row.dropped)}>
          {row.dropped ? t('import.take_back') : t('import.drop')}
        </Button>
      )}
    </div>
  );
}

/** The problems of a row, column by column. */
const remarks = ({ errors }: ShownSentence) => errors.map(({ field, message }) => `${field}: ${message}`).join(' · ');

interface CellInputProps {
  label: string;
  text: string;
  onSave: (text: string) => unknown;
  onCancel: () => void;
}

function CellInput({ label, text, onSave, onCancel }: CellInputProps) {
  const leave = (next: string) => void (next === text ? onCancel() : onSave(next));
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isEnter(event)) event.currentTarget.blur();
    if (event.key === 'Escape') {
      event.currentTarget.value = text;
      event.currentTarget.blur();
    }
  };
  return (
    <BareInput
      autoFocus
      defaultValue={text}
      aria-label={label}
      onKeyDown={keys}
      onBlur={(event) => leave(event.currentTarget.value)}
    />
  );
}
