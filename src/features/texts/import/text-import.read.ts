import { pageSize } from '#kernel/db/paging.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type TermReader, unsaidIn, withTermsMarked } from '#kernel/text/house-terms.rules.ts';
import { blocksOf } from '#kernel/text/paragraphs.rules.ts';
import { shortened } from '#kernel/text/word-diff.rules.ts';
import { defaultLocale } from '#kernel/messages/locale.ts';
import type { RecordText } from '#kernel/records/record-texts.ts';
import type { Context } from '#kernel/work/context.ts';
import { fileParagraphs } from '../file/file-paragraphs.ts';
import { textId } from '../file/text-file.rules.ts';
import { plainOf, wantedOf } from '../text-terms.ts';
import type { TextImportState, TextRow } from '../texts.contract.ts';
import { getTextImport, listCells } from './text-import.store.ts';
import { type PlannedCell, planTexts } from './text-plan.read.ts';

const states = ['wrong', 'conflict', 'changed'] as const;

/** What an import would change now, or what it changed once it is applied; a page of its texts. */
export async function showTextImport(
  ctx: Context,
  { records, terms }: Pick<Kernel, 'records' | 'terms'>,
  timpIdx: number,
  page: number,
): Promise<TextImportState> {
  const { file_name: file, ...row } = await getTextImport(ctx.db, timpIdx);
  const cells = await listCells(ctx.db, timpIdx, row.status !== 'ready');
  const planned = (await planTexts(ctx, records, cells)).map((one) =>
    row.status === 'ready' ? one : { ...one, state: 'changed' as const, problem: null },
  );
  const read = await terms.reader(ctx);
  const by = Map.groupBy(planned, ({ state }) => state);
  const count = (state: PlannedCell['state']) => by.get(state)?.length ?? 0;
  const shown = states.flatMap((state) => by.get(state) ?? []).slice((page - 1) * pageSize, page * pageSize);
  return {
    ...row,
    file,
    changed: count('changed'),
    same: count('same'),
    conflicts: count('conflict'),
    wrong: count('wrong'),
    rows: shown.map((one) => rowOf(ctx, read, one)),
  };
}

function rowOf(ctx: Context, read: TermReader, { cell, text, state, now, problem, madeOf }: PlannedCell): TextRow {
  return {
    place: cell.place,
    id: textId(cell.kind, cell.record_id, cell.field),
    what: cell.kind,
    context: text?.context ?? cell.record_id,
    field: cell.field,
    label: text ? ctx.text(text.label) : cell.field,
    language: cell.locale,
    state: state === 'same' ? 'changed' : state,
    before: cell.before ?? now,
    after: cell.given,
    paragraphs: madeOf && paragraphsOf(cell, text),
    message: problem && ctx.text(problem.key, problem.values),
    terms: text && state !== 'wrong' ? unsaidOf(read, text, cell) : [],
  };
}

/** How many of its paragraphs whose English was changed are right as they are, and how many a file leaves as they were. */
function paragraphsOf({ locale, given, paragraphs }: PlannedCell['cell'], text: RecordText | undefined) {
  const changed = new Set(
    (text && fileParagraphs(text, locale))?.flatMap(({ state, own }) => (state === 'same' ? [] : [own])),
  );
  const stored = blocksOf(text?.texts[locale] ?? '');
  const blocks = blocksOf(given);
  const own = (paragraphs ?? []).map((one, index) => ({ ...one, isAsItWas: blocks[index] === stored[one.own ?? -1] }));
  const open = own.filter((one) => one.own !== null && changed.has(one.own));
  return {
    right: open.filter(({ done, isAsItWas }) => done && isAsItWas).length,
    left: open.filter(({ done }) => !done).length,
  };
}

// The characters shown around a term.
const around = 24;

/** What a text of a file does not say that the house calls something its English has, and where that stands. */
function unsaidOf(read: TermReader, text: RecordText, { locale, given }: PlannedCell['cell']): TextRow['terms'] {
  const english = plainOf(text, text.texts[defaultLocale] ?? '');
  return unsaidIn(plainOf(text, given), wantedOf(read, text, locale)).map(({ term, forms }) => ({
    term,
    forms,
    english: shortened(withTermsMarked(english, [term]), around),
  }));
}
