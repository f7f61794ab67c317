import { type Kysely, sql } from 'kysely';
import { hasChain } from '../proof.store.ts';

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

/** Links that follow one another, and what each would be made of now. */
export interface Stretch {
  /** The number of the last of them. */
  rows: number;
  idxs: readonly number[];
  links: Buffer;
  /** Of a row that is gone: zeros. */
  leaves: Buffer;
}

/** The next links after a number of rows; undefined if there are none. */
export async function readStretch(db: Kysely<unknown>, after: number): Promise<Stretch | undefined> {
  const { rows } = await sql<{ rows: number; idxs: Buffer; links: Buffer; leaves: Buffer }>`
    with seals as materialized (
      select rows, idxs, links from trail_seal
      where rows > ${after} and rows <= greatest(${after}::bigint + ${sql.lit(atATime)},
        (select min(rows) from trail_seal where rows > ${after}))
    ), linked as materialized (
      select rows, idx, place from seals, unnest(idxs) with ordinality u (idx, place))
    select (select max(rows) from seals)::float8 as rows, (select string_agg(links, '' order by rows) from seals) as links,
      string_agg(int8send(idx), '' order by rows, place) as idxs,
      string_agg(case when a.audit_idx is null then decode(repeat('00', 32), 'hex') else trail_leaf(a) end, ''
        order by rows, place) as leaves
    from linked left join audit a on a.audit_idx = idx`.execute(db);
  const [found] = rows;
  if (!found?.idxs) return undefined;
  return { ...found, idxs: numbersIn(found.idxs) };
}

/** The numbers of rows of the trail from one number to another. */
export async function readNumbers(db: Kysely<unknown>, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ idxs: Buffer | null }>`
    select string_agg(int8send(audit_idx), '') as idxs from audit where audit_idx between ${from} and ${to}`.execute(
    db,
  );
  return numbersIn(rows[0]?.idxs ?? Buffer.alloc(0));
}

/** What vouches for rows that were changed after they were sealed, by their number. */
export async function readAmended(db: Kysely<unknown>): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await sql<{ audit_idx: number; proof: Buffer }>`
    select audit_idx::float8 as audit_idx, proof from trail_amended`.execute(db);
  return new Map(rows.map(({ audit_idx, proof }) => [audit_idx, proof]));
}

/** What a row says, for whoever looks for it. */
export async function describeRow(db: Kysely<unknown>, auditIdx: number): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(', ', action, entity || ' ' || entity_id, coalesce(actor, 'the office'), at::text) as said
    from audit where audit_idx = ${auditIdx}`.execute(db);
  return rows[0]?.said ?? 'no row';
}

const numberBytes = 8;

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / numberBytes }, (_, index) => Number(bytes.readBigInt64BE(index * numberBytes)));
