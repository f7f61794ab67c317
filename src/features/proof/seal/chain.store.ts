import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** Where the chain stands; see `trail_chain`. */
export interface Chain {
  /** Sealed. */
  key: Buffer;
  rows: number;
  link: Buffer;
  low: number;
  low_rows: number;
  mark: number | null;
  mark_rows: number | null;
  mark_xact: string | null;
}

const columns = ['key', 'rows', 'link', 'low', 'low_rows', 'mark', 'mark_rows', 'mark_xact'] as const;

/** Locks the chain, in which only one process at a time adds links; undefined if another does, or if there is none. */
export const lockChain = ({ db }: Context): Promise<Chain | undefined> =>
  db.selectFrom('trail_chain').select(columns).forNoKeyUpdate().skipLocked().executeTakeFirst();

/** Waits for whoever adds links now; nobody adds any until the transaction ends. */
export const lockChainForProof = ({ db }: Context): Promise<Pick<Chain, 'key'> | undefined> =>
  db.selectFrom('trail_chain').select('key').forNoKeyUpdate().executeTakeFirst();

/** Begins the chain, unless it has begun. */
export async function beginChain({ db }: Context, key: Buffer, link: Buffer): Promise<void> {
  await db
    .insertInto('trail_chain')
    .values({ key, link })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The highest number that a row of the trail may have now. */
export const lastNumber = sql<number>`(select case when is_called then last_value else 0 end from audit_audit_idx_seq)`;

/** Whether all rows are sealed; undefined if the chain has not begun. */
export async function isAllSealed({ db }: Context): Promise<boolean | undefined> {
  const { rows } = await sql<{ sealed: boolean }>`select low >= ${lastNumber} as sealed from trail_chain`.execute(db);
  return rows[0]?.sealed;
}

/** Where the trail and its chain end. */
export interface Ends {
  /** The highest number that a row of the trail may have. */
  last: number;
  /** How many rows are sealed; undefined if the chain has not begun. */
  rows: number | undefined;
}

export async function readEnds({ db }: Context): Promise<Ends> {
  const { rows } = await sql<Ends>`
    select ${lastNumber} as last, (select rows::float8 from trail_chain) as rows`.execute(db);
  return { last: rows[0]?.last ?? 0, rows: rows[0]?.rows ?? undefined };
}

/**
 * Whether all transactions before `xact` have ended, and the number of this one. Those that are open have numbers beyond that
 * of the last that ended (`pg_snapshot_xmax`), so only a transaction's own number is above all that began before it.
 */
export async function readTransactions({ db }: Context, xact: string | null) {
  const { rows } = await sql<{ ended: boolean; known: boolean; own: string }>`
    select coalesce(pg_snapshot_xmin(s) >= ${xact}::text::xid8, false) as ended,
      coalesce(pg_snapshot_xmax(s) >= ${xact}::text::xid8, false) as known, pg_current_xact_id()::text as own
    from pg_current_snapshot() s`.execute(db);
  return rows[0] ?? { ended: false, known: false, own: '0' };
}

export interface Unsealed {
  audit_idx: number;
  leaf: Buffer;
}

/** Rows of the trail up to `last` that have no link, and what a link is made of: those with the lowest numbers. */
export async function findUnsealed(
  { db }: Context,
  { low, low_rows }: Chain,
  { last, limit }: { last: number; limit: number },
): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    with sealed as materialized (select unnest(idxs) as idx from trail_seal where rows > ${low_rows})
    select audit_idx, trail_leaf(a) as leaf from audit a
    where audit_idx > ${low} and audit_idx <= ${last} and not exists (select from sealed where idx = audit_idx)
    order by audit_idx limit ${limit}`.execute(db);
  return rows;
}

/** A part of the chain. */
interface NewLinks {
  rows: number;
  idxs: readonly number[];
  links: Buffer;
  /** The last of them. */
  link: Buffer;
}

export async function addLinks({ db }: Context, { rows, idxs, links, link }: NewLinks): Promise<void> {
  await sql`
    with sealed as (
      insert into trail_seal (rows, at, idxs, links) values (${rows}, clock_timestamp(), ${idxs}::bigint[], ${links})
      returning rows, at)
    update trail_chain set rows = sealed.rows, link = ${link}, sealed_at = sealed.at from sealed`.execute(db);
}

type Progress = Partial<Pick<Chain, 'low' | 'low_rows' | 'mark' | 'mark_rows' | 'mark_xact'>>;

export async function noteProgress({ db }: Context, progress: Progress): Promise<void> {
  await db.updateTable('trail_chain').set(progress).execute();
}

/** How many links there are before the first part of the chain, after `low_rows`, that has a number above `low`. */
export async function readRowsBefore({ db }: Context, { low, low_rows }: Pick<Chain, 'low' | 'low_rows'>) {
  const { rows } = await sql<{ rows: number }>`
    select coalesce(
      (select rows - cardinality(idxs) from trail_seal where rows > ${low_rows} and ${low} < any (idxs) order by rows limit 1),
      (select rows from trail_chain)) as rows`.execute(db);
  return rows[0]?.rows ?? low_rows;
}

/** The links of rows, and what they would be made of now; those without a link are missing. */
export async function findLinks({ db }: Context, auditIdxs: readonly number[]) {
  const { rows } = await sql<{ audit_idx: number; link: Buffer; leaf: Buffer }>`
    select a.audit_idx, substr(s.links, array_position(s.idxs, a.audit_idx) * 32 - 31, 32) as link, trail_leaf(a) as leaf
    from trail_seal s join audit a on a.audit_idx = any (s.idxs)
    where s.idxs && ${auditIdxs}::bigint[] and a.audit_idx = any (${auditIdxs}::bigint[])`.execute(db);
  return rows;
}

export async function storeAmended({ db }: Context, rows: readonly { audit_idx: number; proof: Buffer }[]) {
  await sql`
    insert into trail_amended (audit_idx, proof)
    select * from unnest(${rows.map((row) => row.audit_idx)}::bigint[], ${rows.map((row) => row.proof)}::bytea[])
    on conflict (audit_idx) do update set proof = excluded.proof`.execute(db);
}

export async function storeRemoved({ db }: Context, pruned: number, pruned_proof: Buffer): Promise<void> {
  await db.updateTable('trail_chain').set({ pruned, pruned_proof }).where('pruned', '<', pruned).execute();
}

/** The key of the chain, sealed; undefined if the chain has not begun. */
export async function readSealedKey({ db }: Context): Promise<Buffer | undefined> {
  const row = await db.selectFrom('trail_chain').select('key').executeTakeFirst();
  return row?.key;
}
