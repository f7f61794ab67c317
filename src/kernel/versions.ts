import { sql } from 'kysely';
import { actorName } from './auth/actor.ts';
import type { Context } from './context.ts';
import { offsetOf, type Page, pageSize } from './db/paging.ts';
import { AppError } from './errors.ts';
import { requireFresh } from './stale.ts';
import { differences, type Json, type VersionChange, withoutChanges } from './version-changes.rules.ts';

/** The owner of versions: its entity in the audit trail, and its id. */
export interface Versioned {
  entity: string;
  id: string | number;
}

/**
 * The content of a version: one JSON object. Growing data, such as contents, is an object keyed by item, because lists
 * are compared as a whole.
 */
export type VersionState = { [field: string]: Json };

/** One version in a list; `at` in seconds, `actor` null for the product itself. */
export interface VersionRow {
  ver_idx: number;
  at: number;
  actor: string | null;
  reason: string | null;
  memo: string;
  /** Of the memo, which can be edited. */
  memo_version: number;
  /** The version that this one restored. */
  restores: number | null;
}

/** The details of a new version besides its state. */
export interface VersionNote {
  reason?: string | undefined;
  memo?: string | undefined;
  restores?: number | undefined;
}

/**
 * Creates a version if the state differs from the newest, in the transaction of the change, and returns the newest
 * `ver_idx`. Writers of one record wait for each other here.
 */
export async function saveVersion(
  ctx: Context,
  record: Versioned,
  state: VersionState,
  { reason, memo = '', restores }: VersionNote = {},
): Promise<number> {
  const { entity, id } = record;
  const place = { entity, entity_id: String(id) };
  // Number 0 is the time before the first version; its row is the lock for the record's versions.
  await ctx.db
    .insertInto('versioned')
    .values({ ...place, ver_idx: 0, state: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const newest = await newestOf(ctx, record, true);
  const changes = differences(newest.state, state);
  if (changes.length === 0 && newest.ver_idx > 0) return newest.ver_idx;
  const { ver_idx } = await ctx.db
    .insertInto('version')
    .values({
      ...place,
      at: ctx.now.toISOString(),
      actor: actorName(ctx.actor),
      reason: reason ?? null,
      memo,
      restores: restores ?? null,
      changes: JSON.stringify(changes),
    })
    .returning('ver_idx')
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('versioned')
    .set({ ver_idx, state: JSON.stringify(state) })
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .execute();
  return ver_idx;
}

/** The versions of a record, newest first, in pages. */
export async function listVersions(ctx: Context, record: Versioned, page: number): Promise<Page<VersionRow>> {
  const [rows, { total }] = await Promise.all([
    versionsOf(ctx, record).select(columns).orderBy('ver_idx', 'desc').limit(pageSize).offset(offsetOf(page)).execute(),
    versionsOf(ctx, record)
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total, page };
}

/** One version with its changes. Throws 404 if there is no version with this number. */
export async function getVersion(
  ctx: Context,
  record: Versioned,
  verIdx: number,
): Promise<VersionRow & { changes: VersionChange[] }> {
  const row = await versionsOf(ctx, record)
    .select([...columns, sql<VersionChange[]>`changes`.as('changes')])
    .where('ver_idx', '=', verIdx)
    .executeTakeFirst();
  if (!row) throw new AppError(404, 'error.version_not_found');
  return row;
}

/** The differences from one version to another, older or newer. */
export async function compareVersions(
  ctx: Context,
  record: Versioned,
  from: number,
  to: number,
): Promise<VersionChange[]> {
  return differences(await stateAt(ctx, record, from), await stateAt(ctx, record, to));
}

/**
 * The state of a record at a version, for its owner to restore through its own service, which creates a new version
 * with `restores`.
 */
export async function stateAt(ctx: Context, record: Versioned, verIdx: number): Promise<VersionState> {
  await getVersion(ctx, record, verIdx);
  const { state, ver_idx } = await newestOf(ctx, record);
  const later = await versionsOf(ctx, record)
    .select(sql<VersionChange[]>`changes`.as('changes'))
    .where('ver_idx', '>', verIdx)
    // A version created since the state was read is not part of it.
    .where('ver_idx', '<=', ver_idx)
    .orderBy('ver_idx', 'desc')
    .execute();
  return later.reduce<VersionState>((at, { changes }) => withoutChanges(at, changes), state);
}

/** The number of the newest version; null if the record has none. */
export async function newestVersion(ctx: Context, record: Versioned): Promise<number | null> {
  const row = await versionsOf(ctx, record)
    .select((one) => one.fn.max('ver_idx').as('ver_idx'))
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
  if (!row) throw new AppError(404, 'error.version_not_found');
  return { entity, id: row.entity_id };
}

/** Changes the memo of a version, with its audit row; 409 if `loaded` is not the present version of the memo. */
export async function editMemo(
  ctx: Context,
  record: Versioned,
  verIdx: number,
  memo: string,
  loaded?: number,
): Promise<void> {
  const { entity, id } = record;
  await versionsOf(ctx, record).select('ver_idx').where('ver_idx', '=', verIdx).forUpdate().execute();
  const before = await getVersion(ctx, record, verIdx);
  await requireFresh(ctx, { entity, id, current: before.memo_version, loaded, record: { memo: before.memo } });
  if (before.memo === memo) return;
  await ctx.db
    .updateTable('version')
    .set((eb) => ({ memo, memo_version: eb('memo_version', '+', 1) }))
    .where('ver_idx', '=', verIdx)
    .execute();
  const memoChange = (text: string) => ({ version: { ver_idx: verIdx, memo: text } });
  ctx.audit({ entity, id, action: `${entity}.updated`, before: memoChange(before.memo), after: memoChange(memo) });
}

const columns = [
  'ver_idx',
  sql<number>`extract(epoch from at)::bigint`.as('at'),
  'actor',
  'reason',
  'memo',
  'memo_version',
  'restores',
] as const;

const versionsOf = (ctx: Context, { entity, id }: Versioned) =>
  ctx.db.selectFrom('version').where('entity', '=', entity).where('entity_id', '=', String(id));

const newestOf = (ctx: Context, { entity, id }: Versioned, lock = false) =>
  ctx.db
    .selectFrom('versioned')
    .select(['ver_idx', sql<VersionState>`state`.as('state')])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
