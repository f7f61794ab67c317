import { type RawBuilder, sql } from 'kysely';
import { executeGeneric } from '../db/generic-plan.ts';
import { type Page, pageSize } from '../db/paging.ts';
import { secondsOf } from '../db/seconds.ts';
import { AppError } from '../messages/errors.ts';
import { actorName } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import { requireFresh } from './stale.ts';
import { differences, summaryOf, type VersionChange, type VersionSummary } from './version-changes.rules.ts';

/**
 * A record that has versions: its entity in the audit trail, and its id. `State` is what a version of it holds: JSON.
 * Growing data, such as contents, is an object keyed by item, because lists are compared as a whole.
 */
export interface Versioned<State extends object = object> {
  entity: string;
  id: string | number;
  /**
   * SQL that returns the growing parts as one JSON object; with a select of keys, at least the items with these keys.
   * Their owner keeps them in separate tables and reports what changed in them, so that the cost of a small change does
   * not depend on the size of the record.
   */
  grown?: (keys?: RawBuilder<unknown>) => RawBuilder<Partial<State>>;
}

/** The kind of record that versions are in the audit trail's references. */
export const versionEntity = 'version';

/** One version in a list; `at` in seconds, `actor` null for the product itself. */
export interface VersionRow {
  ver_idx: number;
  /** Its number among the versions of its record, from 1, as screens show it. */
  number: number;
  at: number;
  actor: string | null;
  reason: string | null;
  memo: string;
  /** The version of the memo, which can be edited. */
  memo_version: number;
  /** The version restored by this one. */
  restores: number | null;
  /** The number of that version. */
  restores_number: number | null;
  summary: VersionSummary;
}

/** Details of a new version besides its state. */
export interface VersionNote {
  reason?: string | undefined;
  memo?: string | undefined;
  restores?: number | undefined;
  /** What changed in the growing parts. */
  grown?: readonly VersionChange[];
}

/**
 * Creates a version, in the transaction of the change, if the state differs from the newest or a growing part has
 * changed; returns the newest `ver_idx`. Serializes writers of one record.
 */
export async function saveVersion<State extends object>(
  ctx: Context,
  record: Versioned<State>,
  state: Partial<NoInfer<State>>,
  { reason, memo = '', restores, grown = [] }: VersionNote = {},
): Promise<number> {
  const { entity, id } = record;
  const key = { entity, entity_id: String(id) };
  const newest = (await lockNewest(ctx, record)) ?? (await lockFirst(ctx, record));
  const changes = differences(newest.state, state);
  if (changes.length + grown.length === 0 && newest.ver_idx > 0) return newest.ver_idx;
  const made = ctx.db
    .insertInto('version')
    .values({
      ...key,
      at: ctx.now.toISOString(),
      actor: actorName(ctx.actor),
      reason: reason ?? null,
      memo,
      restores: restores ?? null,
      changes: JSON.stringify([...changes, ...grown]),
      summary: JSON.stringify(summaryOf(changes, grown)),
    })
    .returning('ver_idx');
  const updated = ctx.db
    .with('made', () => made)
    .updateTable('versioned')
    .from('made')
    .set((row) => ({ ver_idx: row.ref('made.ver_idx'), state: JSON.stringify(state) }))
    .where('entity', '=', entity)
    .where('entity_id', '=', key.entity_id)
    .returning('made.ver_idx');
  const [stamped] = await executeGeneric(ctx.db, updated);
  if (!stamped) throw new Error(`saveVersion: no row of ${entity} ${id} in versioned, though it was locked`);
  return stamped.ver_idx;
}

/** One page of a record's versions, newest first. */
export async function listVersions(
  ctx: Context,
  record: Versioned,
  page: number,
  size = pageSize,
): Promise<Page<VersionRow>> {
  const [rows, { total }] = await Promise.all([
    versionsOf(ctx, record)
      .select(columns)
      .orderBy('ver_idx', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    versionsOf(ctx, record)
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total, page };
}

/** One version without its list of changes, which may be long; undefined if there is no version with this number. */
export const findVersionRow = (ctx: Context, record: Versioned, verIdx: number): Promise<VersionRow | undefined> =>
  versionsOf(ctx, record).select(columns).where('ver_idx', '=', verIdx).executeTakeFirst();

/** One version without its list of changes; 404 if there is none. */
export const getVersionRow = async (ctx: Context, record: Versioned, verIdx: number): Promise<VersionRow> =>
  required(await findVersionRow(ctx, record, verIdx));

/** A version with its changes. */
type FullVersion = VersionRow & { changes: VersionChange[] };

/** One version with its changes; undefined if there is no version with this number. */
export const findVersion = (ctx: Context, record: Versioned, verIdx: number): Promise<FullVersion | undefined> =>
  versionsOf(ctx, record)
    .select([...columns, sql<VersionChange[]>`changes`.as('changes')])
    .where('ver_idx', '=', verIdx)
    .executeTakeFirst();

/** One version with its changes; 404 if there is none. */
export const getVersion = async (ctx: Context, record: Versioned, verIdx: number): Promise<FullVersion> =>
  required(await findVersion(ctx, record, verIdx));

export const versionNotFound = () => new AppError(404, 'error.version_not_found');

function required<T>(found: T | undefined): T {
  if (found === undefined) throw versionNotFound();
  return found;
}

/** The number of a version as its record counts them, as SQL; null if there is none. */
export const versionNumber = (verIdx: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`(select v.number from version v where v.ver_idx = ${verIdx})`;

/** The newest version of a record, as SQL; null if it has none. */
export const newestVerIdx = ({ entity, id }: Pick<Versioned, 'entity' | 'id'>): RawBuilder<number | null> =>
  sql<number | null>`(select max(v.ver_idx) from version v where v.entity = ${entity} and v.entity_id = ${String(id)})`;

/** The numbers of versions as their records count them, by `ver_idx`; see `RecordKind.titles`. */
export async function versionNumbers({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  const rows = await db
    .selectFrom('version')
    .select(['ver_idx', 'number'])
    .where('ver_idx', 'in', [0, ...known])
    .execute();
  return new Map(rows.map(({ ver_idx, number }) => [String(ver_idx), String(number)]));
}

/** The number of versions of a record. */
export async function countVersions(ctx: Context, record: Versioned): Promise<number> {
  const { total } = await versionsOf(ctx, record)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The number of a record's newest version; null if it has none. */
export async function newestVersion(ctx: Context, record: Versioned): Promise<number | null> {
  const newest = versionsOf(ctx, record).select((one) => one.fn.max('ver_idx').as('ver_idx'));
  const [row] = await executeGeneric(ctx.db, newest);
  return row?.ver_idx ?? null;
}

/** The number of the previous version of the record; null if this is the first. */
export async function versionBefore(ctx: Context, record: Versioned, verIdx: number): Promise<number | null> {
  const row = await versionsOf(ctx, record)
    .select((one) => one.fn.max('ver_idx').as('ver_idx'))
    .where('ver_idx', '<', verIdx)
    .executeTakeFirst();
  return row?.ver_idx ?? null;
}

/** The record of a kind that a version belongs to. Throws 404 if there is no version with this number. */
export async function ownerOfVersion(ctx: Context, entity: string, verIdx: number): Promise<Versioned> {
  const row = await ctx.db
    .selectFrom('version')
    .select('entity_id')
    .where('entity', '=', entity)
    .where('ver_idx', '=', verIdx)
    .executeTakeFirst();
  return { entity, id: required(row).entity_id };
}

/**
 * Changes the memo of a version, with its audit row, and returns the memo's version; 409 if `loaded` is not the current
 * one.
 */
export async function editMemo(
  ctx: Context,
  record: Versioned,
  verIdx: number,
  memo: string,
  loaded?: number,
): Promise<number> {
  const { entity, id } = record;
  await versionsOf(ctx, record).select('ver_idx').where('ver_idx', '=', verIdx).forUpdate().execute();
  const before = await getVersionRow(ctx, record, verIdx);
  const memoChange = (text: string) => ({ version: { ver_idx: verIdx, memo: text } });
  await requireFresh(ctx, { entity, id, current: before.memo_version, loaded, record: memoChange(before.memo) });
  if (before.memo === memo) return before.memo_version;
  await ctx.db
    .updateTable('version')
    .set((eb) => ({ memo, memo_version: eb('memo_version', '+', 1) }))
    .where('ver_idx', '=', verIdx)
    .execute();
  ctx.audit({ entity, id, action: `${entity}.updated`, before: memoChange(before.memo), after: memoChange(memo) });
  return before.memo_version + 1;
}

const columns = [
  'ver_idx',
  'number',
  secondsOf('at').as('at'),
  'actor',
  'reason',
  'memo',
  'memo_version',
  'restores',
  versionNumber(sql`version.restores`).as('restores_number'),
  sql<VersionSummary>`summary`.as('summary'),
] as const;

/** The versions of a record. */
export const versionsOf = (ctx: Context, { entity, id }: Versioned) =>
  ctx.db.selectFrom('version').where('entity', '=', entity).where('entity_id', '=', String(id));

/** The newest version of a record, and the state that it has then. */
export const newestOf = (ctx: Context, { entity, id }: Versioned) =>
  ctx.db
    .selectFrom('versioned')
    .select(['ver_idx', sql<object>`state`.as('state')])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id));

const lockNewest = async (ctx: Context, record: Versioned) =>
  (await executeGeneric(ctx.db, newestOf(ctx, record).forUpdate()))[0];

/** Locks a record that has no versions yet: number 0 means before the first one, and its row is the lock. */
async function lockFirst(ctx: Context, record: Versioned) {
  await ctx.db
    .insertInto('versioned')
    .values({ entity: record.entity, entity_id: String(record.id), ver_idx: 0, state: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return newestOf(ctx, record).forUpdate().executeTakeFirstOrThrow();
}
