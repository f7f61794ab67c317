import { sendingTogether } from '#kernel/db/sent-together.ts';
import { inBatches, mapRows, type Sheet, sheetOf } from '#kernel/http/export.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { isByRecord } from '#kernel/records/act-undo.ts';
import { type HistoryEntry, listActRecords, listHistory } from '#kernel/records/history.ts';
import { findUndoneRecords } from '#kernel/records/undone-records.ts';
import { timeValues } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ActRecords, AuditFilter, AuditOrder, History, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { type AuditRow, auditBatch, countAudit, findActStates } from './audit.store.ts';
import { AuditNames, type Extent, type NamedEntry } from './audit-names.service.ts';

// A page has a hundred acts.
const onScreen: Extent = { changes: 50, characters: 500, total: 5000, words: { from: 40, around: 60 } };
// A sheet's cell holds 32,767 characters.
const inSheet: Extent = { changes: 500, characters: 30_000, total: Number.POSITIVE_INFINITY, exact: true };

const historySize = 20;
const batchSize = 1000;

type Parts = Pick<Kernel, 'records' | 'undos'>;

/** Acts as entries for the screen. */
export async function describeRows(
  ctx: Context,
  { records, undos }: Parts,
  rows: readonly HistoryEntry[],
): Promise<TrailEntry[]> {
  const page = sendingTogether(ctx);
  const [names, states] = await Promise.all([
    AuditNames.knowing(page, records, rows),
    findActStates(
      page.db,
      rows.flatMap((row) => row.act_idx ?? []),
    ),
  ]);
  const seen = rows.map((row) => {
    const state = row.act_idx === null ? undefined : states.get(row.act_idx);
    return { row, state, how: state && !state.undone ? undos.of(state) : undefined };
  });
  // What an act on many did to one record may have been undone alone.
  const ofMany = seen.filter(
    ({ row, state, how }) => how && isByRecord(how, row.entity) && state?.entity !== row.entity,
  );
  const undoneAlone = await findUndoneRecords(
    ctx.db,
    ofMany.map(({ row }) => ({ act: row.act_idx ?? 0, entity: row.entity, id: row.entity_id })),
  );
  const touches = new Map(undoneAlone.map((one) => [keyOf(one.act, one.entity, one.id), one]));
  return seen.map(({ row, state, how }) => {
    const touch = touches.get(keyOf(row.act_idx, row.entity, row.entity_id));
    const undone = state?.undone ?? (touch ? { at: touch.at, actor: touch.actor } : null);
    const undoable = how !== undefined && !undone;
    const alone = undoable && isByRecord(how, row.entity) && state?.entity !== row.entity;
    const part = state !== undefined && (state.entity !== row.entity || state.entity_id !== row.entity_id);
    return { ...names.entry(row, onScreen), has_records: state?.hasRecords ?? false, part, alone, undoable, undone };
  });
}

const keyOf = (act: number | null, entity: string, id: string) => `${act} ${entity} ${id}`;

/** A part of one record's history, including what bulk acts did to it. */
export async function historyOf(
  ctx: Context,
  kernel: Parts,
  { entity, id, before }: { entity: string; id: string; before?: number | undefined },
): Promise<History> {
  const entries = await listHistory(ctx, { entity, id, before, limit: historySize + 1 });
  const shown = entries.slice(0, historySize);
  return {
    lines: await describeRows(ctx, kernel, shown),
    next: entries.length > historySize ? (shown.at(-1)?.audit_idx ?? null) : null,
  };
}

/** A part of the records of an act, each with its changes. */
export async function recordsOfAct(
  ctx: Context,
  kernel: Parts,
  { act, after }: { act: number; after?: { entity: string; id: string } | undefined },
): Promise<ActRecords> {
  const entries = await listActRecords(ctx, act, { after, limit: historySize + 1 });
  const shown = entries.slice(0, historySize);
  const last = shown.at(-1);
  return {
    lines: await describeRows(ctx, kernel, shown),
    next: entries.length > historySize && last ? { entity: last.entity, id: last.entity_id } : null,
  };
}

/** The rows of a filter as sheet rows, and their number. */
export async function exportAudit(
  ctx: Context,
  { records }: Pick<Kernel, 'records'>,
  filter: AuditFilter,
  order: AuditOrder,
): Promise<Sheet> {
  const { db, timeZone } = ctx;
  const t = ctx.translate<AuditWords>();
  const names = new AuditNames(ctx, records);
  const time = timeValues(timeZone);
  const read = (last?: AuditRow) => auditBatch(db, filter, { order, timeZone, last: last?.audit_idx, size: batchSize });
  return sheetOf<NamedEntry>(
    [
      [`${t('audit.when')} (${timeZone})`, ({ at }) => time(String(at))],
      [t('audit.who'), (entry) => actorOf(ctx, entry)],
      [t('audit.entity'), ({ kind }) => kind],
      [t('audit.record'), ({ id }) => id],
      [t('audit.action'), ({ action }) => action],
      [t('audit.before'), (entry) => side(entry, 'before')],
      [t('audit.after'), (entry) => side(entry, 'after')],
      [t('audit.reason'), ({ reason }) => reason],
    ],
    await countAudit(db, filter, timeZone),
    mapRows(inBatches(batchSize, read), (row) => names.entry(row, inSheet)),
  );
}

const actorOf = (ctx: Context, { actor, assistant, key_name: key }: NamedEntry): string => {
  if (actor === null) return ctx.text('actor.system');
  const t = ctx.translate<AuditWords>();
  if (key !== null) return t('audit.with_key', { name: actor, key });
  return assistant === null ? actor : t('audit.assistant_of', { assistant, name: actor });
};

const side = (entry: NamedEntry, which: 'before' | 'after') =>
  entry.changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.field}: ${change[which]}`)
    .join('\n');
