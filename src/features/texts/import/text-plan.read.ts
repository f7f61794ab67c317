import type { FieldProblem } from '#kernel/messages/errors.ts';
import type { RecordText } from '#kernel/records/record-texts.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { earlierParagraphs, madeOfReturned } from '../file/file-paragraphs.ts';
import { markOf } from '../file/text-mark.ts';
import { readInParts } from '../texts-of.read.ts';
import type { StagedCell } from './text-import.store.ts';

type TextKey = Pick<StagedCell, 'kind' | 'record_id' | 'field'>;

/** The texts of some records as they are now. */
export interface TextsNow {
  of(key: TextKey): RecordText | undefined;
}

/** Reads the texts of these records. */
export async function currentTexts(
  ctx: Context,
  records: Records,
  of: readonly Omit<TextKey, 'field'>[],
): Promise<TextsNow> {
  const found = new Map<string, RecordText>();
  for (const [kind, some] of Map.groupBy(of, (one) => one.kind)) {
    const texts = records.of(kind)?.texts;
    const ids = [...new Set(some.map(({ record_id: id }) => id))];
    if (!texts) continue;
    for await (const read of readInParts(ctx, texts, ids))
      for (const text of read) found.set(keyOf({ kind, record_id: text.id, field: text.field }), text);
  }
  return { of: (key) => found.get(keyOf(key)) };
}

const keyOf = ({ kind, record_id: id, field }: TextKey) => JSON.stringify([kind, id, field]);

/** What would happen to a text now. */
export interface PlannedCell {
  cell: StagedCell;
  text: RecordText | undefined;
  state: 'changed' | 'same' | 'conflict' | 'wrong';
  now: string;
  problem: FieldProblem | null;
  /** Of a text that left by paragraph, the English that each would be of; only where nobody saved it or the English since. */
  madeOf: string[] | null;
}

/** What an import would do now, text by text. */
export async function planTexts(ctx: Context, records: Records, cells: readonly StagedCell[]): Promise<PlannedCell[]> {
  const texts = await currentTexts(ctx, records, cells);
  return cells.map((cell) => {
    const text = texts.of(cell);
    const now = text?.texts[cell.locale] ?? '';
    const madeOf = madeOfCell(cell, text, now);
    return { cell, text, now, madeOf, ...judged(cell, text, { now, madeOf }) };
  });
}

function madeOfCell(cell: StagedCell, text: RecordText | undefined, now: string): string[] | null {
  const { locale, paragraphs, base_mark: base, source_locale: from, source_mark: source } = cell;
  const isAsItLeft = text && from && markOf(now) === base && markOf(text.texts[from] ?? '') === source;
  return isAsItLeft && paragraphs && text.older.includes(locale) ? madeOfReturned(text, locale, paragraphs) : null;
}

function judged(
  cell: StagedCell,
  text: RecordText | undefined,
  { now, madeOf }: Pick<PlannedCell, 'now' | 'madeOf'>,
): Pick<PlannedCell, 'state' | 'problem'> {
  const { given, base_mark: base, source_locale: from, source_mark: source } = cell;
  const wrong = (problem: FieldProblem) => ({ state: 'wrong', problem }) as const;
  const conflict = (key: string) => ({ state: 'conflict', problem: { key } }) as const;
  if (!text) return wrong({ key: 'texts.gone' });
  const isMarked = madeOf !== null && madeOf.join('\n') !== earlierParagraphs(text, cell.locale).join('\n');
  // What came back as it left is nothing to save, whatever was saved meanwhile, but for paragraphs that are still right.
  if (cell.problem === null && (given === now || markOf(given) === base))
    return { state: isMarked ? 'changed' : 'same', problem: null };
  if (cell.problem) return wrong(cell.problem);
  if (base === null || from === null) return wrong({ key: 'texts.no_base' });
  if (markOf(now) !== base) return conflict('texts.changed_since');
  if (markOf(text.texts[from] ?? '') !== source) return conflict('texts.source_changed');
  return { state: 'changed', problem: null };
}
