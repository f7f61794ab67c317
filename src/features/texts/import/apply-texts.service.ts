import { isDeepStrictEqual } from 'node:util';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import { type ActUndo, type KeptRecord, namedKept } from '#kernel/records/act-undo.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { ByText, RecordTextValues, TextOrigin } from '#kernel/records/record-texts.ts';
import type { Records } from '#kernel/records/records.ts';
import { findSetSince } from '#kernel/records/set-since.ts';
import type { Context } from '#kernel/work/context.ts';
import { type TextsWords, textsMessages } from '../texts.messages.ts';
import type { ConflictWay } from '../texts.rules.ts';
import { travellingOf } from '../texts-of.read.ts';
import {
  countApplied,
  findImportOfAct,
  listCells,
  lockTextImport,
  markApplied,
  markUndone,
  type StagedCell,
} from './text-import.store.ts';
import { currentTexts, type PlannedCell, planTexts } from './text-plan.read.ts';

/** Saves the texts of an import through the services of their owners, all or none, as an act that can be undone. */
export async function applyTexts(
  ctx: Context,
  records: Records,
  timpIdx: number,
  conflicts?: ConflictWay,
): Promise<{ act_idx: number; changed: number }> {
  const { status, file_name: file } = await lockTextImport(ctx.db, timpIdx);
  if (status !== 'ready') throw textsMessages.error(409, 'texts.not_ready');
  const planned = await planTexts(ctx, records, await listCells(ctx.db, timpIdx));
  const count = (state: PlannedCell['state']) => planned.filter((one) => one.state === state).length;
  const [wrong, disputed] = [count('wrong'), count('conflict')];
  if (wrong > 0) throw textsMessages.errorWith(422, 'texts.has_wrong', { details: { wrong } }, { count: wrong });
  if (disputed > 0 && !conflicts)
    throw textsMessages.errorWith(
      409,
      'texts.has_conflicts',
      { details: { conflicts: disputed } },
      { count: disputed },
    );
  const saved = planned.filter(({ state }) => state === 'changed' || (state === 'conflict' && conflicts === 'replace'));
  if (saved.length === 0) throw textsMessages.error(409, 'texts.nothing_changed');
  const act = await beginAct(ctx);
  const reason = ctx.translate<TextsWords>()('texts.reason', { file });
  await writeTexts(ctx, records, {
    reason,
    act,
    saved: saved.map(({ cell, now, madeOf }) => ({ cell, text: cell.given, over: now, madeOf })),
  });
  const after = await currentTexts(
    ctx,
    records,
    saved.map(({ cell }) => cell),
  );
  ctx.changed('text_import', timpIdx);
  await markApplied(
    ctx.db,
    timpIdx,
    act,
    saved.map(({ cell, text, now }) => {
      const [was, is] = [text, after.of(cell)].map((one) => one?.origins[cell.locale]);
      return { nth: cell.nth, before: now, origins: was && is ? { was, now: is } : null };
    }),
  );
  ctx.audit({
    entity: 'text_import',
    id: timpIdx,
    action: 'text_import.applied',
    after: { file, rows: saved.length },
    act,
  });
  return { act_idx: act, changed: saved.length };
}

interface Saved {
  cell: StagedCell;
  text: string;
  /** What it is saved over. */
  over: string;
  /** The English that each of its paragraphs is of, if it is partly done. */
  madeOf?: string[] | null;
}

interface Writing {
  reason: string;
  /** The import, or its undo: what stands of it is judged by that. */
  act: number;
  saved: readonly Saved[];
  progress?: JobProgress | undefined;
}

/** Saves texts record by record, always in the same order, so that two imports cannot wait for each other. */
async function writeTexts(ctx: Context, records: Records, { reason, act, saved, progress }: Writing): Promise<void> {
  const part: Context = { ...ctx, audit: (entry) => ctx.audit({ ...entry, partOf: act }) };
  const byRecord = [...Map.groupBy(saved, ({ cell }) => recordKey(cell))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [nth, [, some]] of byRecord.entries()) {
    progress?.report(nth, byRecord.length);
    const [first] = some;
    if (!first) continue;
    const [texts, base]: [RecordTextValues, RecordTextValues] = [{}, {}];
    const madeOf: ByText<string[]> = {};
    for (const { cell, text, over, madeOf: paragraphs } of some) {
      put(texts, cell, text);
      put(base, cell, over);
      if (paragraphs) put(madeOf, cell, paragraphs);
    }
    const { kind, record_id: id } = first.cell;
    await travellingOf(records, kind).write(part, id, { texts, base, madeOf, reason });
  }
}

const recordKey = ({ kind, record_id: id }: StagedCell) => `${kind} ${id}`;

function put<T>(values: ByText<T>, { locale, field }: { locale: Locale; field: string }, value: T): void {
  values[locale] = { ...values[locale], [field]: value };
}

/** What texts were made of comes back with them, unless somebody said something else of them since. */
async function putOriginsBack(ctx: Context, records: Records, planned: readonly PlannedCell[]): Promise<void> {
  const back = planned.flatMap(({ cell, text }) => {
    const { origins, locale } = cell;
    // The English is made of nothing: what was translated from it is compared with when it was saved.
    const isBack = locale !== defaultLocale && origins && isDeepStrictEqual(text?.origins[locale], origins.now);
    return isBack ? [{ cell, was: origins.was }] : [];
  });
  for (const [, some] of Map.groupBy(back, ({ cell }) => recordKey(cell))) {
    const origins: ByText<TextOrigin> = {};
    for (const { cell, was } of some) put(origins, cell, was);
    const [first] = some;
    if (first) await travellingOf(records, first.cell.kind).setOrigins(ctx, first.cell.record_id, origins);
  }
}

/**
 * Puts back the texts that an import replaced, except those that were set since. Written by hand, because its effect is texts
 * of records of any kind, which a table of its own keeps.
 */
export const textsUndo = (records: Records): ActUndo => ({
  foresee: async (ctx, act) => {
    const { back, kept } = await undoingOf(ctx, records, act);
    return { back: countRecords(back), kept: countRecords(kept), first: keptRecords(kept).slice(0, namedKept) };
  },
  // Each record is saved with a version and rows of its own, which takes a while for thousands.
  size: async (ctx, act) => countApplied(ctx.db, act),
  undo: async (ctx, { of, act }, progress) => {
    const { timpIdx, back, kept } = await undoingOf(ctx, records, of);
    const reason = ctx.translate<TextsWords>()('texts.undone');
    const saved = back.map(({ cell, now }) => ({ cell, text: cell.before ?? '', over: now }));
    await writeTexts(ctx, records, { reason, act, saved, progress });
    await putOriginsBack(ctx, records, back);
    await markUndone(ctx.db, timpIdx);
    ctx.changed('text_import', timpIdx);
    return { back: countRecords(back), kept: countRecords(kept) };
  },
});

async function undoingOf(ctx: Context, records: Records, act: number) {
  const timpIdx = await findImportOfAct(ctx.db, act);
  if (timpIdx === undefined) throw textsMessages.error(404, 'texts.not_found');
  const planned = await planTexts(ctx, records, await listCells(ctx.db, timpIdx, true));
  const isSetSince = await findTextsSetSince(ctx, records, planned, act);
  const { back = [], kept = [] } = Object.groupBy(planned, (one) =>
    one.text && !isSetSince(one.cell) ? 'back' : 'kept',
  );
  return { timpIdx, back, kept };
}

/** Which of these texts somebody saved after an act. */
async function findTextsSetSince(ctx: Context, records: Records, planned: readonly PlannedCell[], act: number) {
  const nameOf = ({ locale, field }: StagedCell) => `${locale}.${field}`;
  const found = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [kind, some] of Map.groupBy(planned, ({ cell }) => cell.kind)) {
    const { inTrail } = travellingOf(records, kind);
    const ids = [...new Set(some.map(({ cell }) => cell.record_id))];
    const byName = new Map(some.map(({ cell }) => [nameOf(cell), cell]));
    const parts = [...byName].map(([name, { locale, field }]) => ({ name, path: [...inTrail, locale, field] }));
    for (const [id, set] of await findSetSince(ctx.db, { entity: kind, ids, act, parts }))
      found.set(`${kind} ${id}`, set);
  }
  return (cell: StagedCell) => found.get(recordKey(cell))?.has(nameOf(cell)) ?? false;
}

const countRecords = (planned: readonly PlannedCell[]) => new Set(planned.map(({ cell }) => recordKey(cell))).size;

const keptRecords = (planned: readonly PlannedCell[]): KeptRecord[] => [
  ...new Map(
    planned.map(({ cell }): [string, KeptRecord] => [
      recordKey(cell),
      { entity: cell.kind, id: cell.record_id, reason: 'undo.kept_edited' },
    ]),
  ).values(),
];
