import { type Kysely, sql } from 'kysely';
import { hasChain } from '../proof.store.ts';
import { linkBytes } from '../seal/chain.rules.ts';
import { lastNumber } from '../seal/chain.store.ts';

/** How many rows are read at a time. */
export const atATime = 50_000;

export interface StoredChain {
  key: Buffer;
  rows: number;
  link: Buffer;
  low: number;
  pruned: number;
  pruned_proof: Buffer | null;
}

/** Undefined before the first row was sealed, also by a release that sealed none. */
export async function readChain(db: Kysely<unknown>): Promise<StoredChain | undefined> {
  if (!(await hasChain(db))) return undefined;
  const { rows } = await sql<StoredChain>`
    select key, rows::float8 as rows, link, low::float8 as low, pruned::float8 as pruned, pruned_proof from trail_chain`.execute(
    db,
  );
  return rows[0];
}

/** Links that follow one another, and what each would be made of now (`leaves`). */
export interface Stretch {
  /** The number of the last of them. */
  rows: number;
  idxs: readonly number[];
  links: Buffer;
  /** By number; a row that is gone has none. */
  leaves: ReadonlyMap<number, Buffer>;
}

/** The next links after a number of rows; undefined if there are none. */
export async function readStretch(db: Kysely<unknown>, after: number): Promise<Stretch | undefined> {
  // The rows as they come, by a list of their numbers: joined and sorted, they took as long again as their hashes.
  const { rows } = await sql<{ rows: number; links: Buffer; idxs: Buffer | null; found: Buffer; leaves: Buffer }>`
    with seals as materialized (
      select rows, idxs, links from trail_seal
      where rows > ${after} and rows <= greatest(${after}::bigint + ${sql.lit(atATime)},
        (select min(rows) from trail_seal where rows > ${after}))
    ), linked as materialized (
      select rows, idx, place from seals, unnest(idxs) with ordinality u (idx, place))
    select (select max(rows) from seals)::float8 as rows, (select string_agg(links, '' order by rows) from seals) as links,
      (select string_agg(int8send(idx), '' order by rows, place) from linked) as idxs,
      coalesce(string_agg(int8send(audit_idx), ''), '') as found, coalesce(string_agg(trail_leaf(a), ''), '') as leaves
    from audit a where audit_idx = any ((select array_agg(idx) from linked)::bigint[])`.execute(db);
  const [stretch] = rows;
  if (!stretch?.idxs) return undefined;
  const { leaves } = stretch;
  const found = numbersIn(stretch.found);
  return {
    ...stretch,
    idxs: numbersIn(stretch.idxs),
    leaves: new Map(
      found.map((auditIdx, index) => [auditIdx, leaves.subarray(index * linkBytes, (index + 1) * linkBytes)]),
    ),
  };
}

/** The numbers of rows of the trail from one number to another. */
export async function readNumbers(db: Kysely<unknown>, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ idxs: Buffer | null }>`
    select string_agg(int8send(audit_idx), '') as idxs from audit where audit_idx between ${from} and ${to}`.execute(
    db,
  );
  return numbersIn(rows[0]?.idxs ?? Buffer.alloc(0));
}

/** The numbers of rows that are none the product gives: below 1, or above the last. At most a thousand of them. */
export async function readOddNumbers(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ idx: string }>`
    select audit_idx::text as idx from audit where audit_idx < 1 or audit_idx > ${lastNumber} order by audit_idx limit 1000`.execute(
    db,
  );
  return rows.map(({ idx }) => idx);
}

/** What vouches for rows that were changed after they were sealed, by their number. */
export async function readAmended(db: Kysely<unknown>): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await sql<{ audit_idx: number; proof: Buffer }>`
    select audit_idx::float8 as audit_idx, proof from trail_amended`.execute(db);
  return new Map(rows.map(({ audit_idx, proof }) => [audit_idx, proof]));
}

/** What a row says, for whoever looks for it. */
export async function describeRow(db: Kysely<unknown>, auditIdx: number | string): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(', ', action, entity || ' ' || entity_id, coalesce(actor, 'the office'), at::text) as said
    from audit where audit_idx = ${auditIdx}`.execute(db);
  return rows[0]?.said ?? 'no row';
}

const numberBytes = 8;

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / numberBytes }, (_, index) => Number(bytes.readBigInt64BE(index * numberBytes)));
