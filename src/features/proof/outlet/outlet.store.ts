import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { SealedRow } from './outlet-event.rules.ts';

// Longer than any attempt can take. By the database's clock, since those of two instances may differ by more.
const claimEnd = sql<string>`clock_timestamp() + interval '60 seconds'`;

/** Claims what the receiver does not have yet, for one process; undefined if there is nothing, or another sends. */
export async function claimOutlet({ db }: Context, claim: string): Promise<{ cursor: number } | undefined> {
  const { rows } = await sql<{ cursor: number }>`
    update trail_outlet set claim = ${claim}, claimed_until = ${claimEnd}
    where cursor < (select rows from trail_chain) and coalesce(claimed_until <= clock_timestamp(), true)
      and coalesce(next_at <= clock_timestamp(), true)
    returning cursor`.execute(db);
  return rows[0];
}

/** Sealed rows after a number, in their order; those that are kept no longer are missing. */
export async function findSealed({ db }: Context, after: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    with numbered as materialized (
      select s.rows - cardinality(s.idxs) + u.place as number, u.idx,
        encode(substr(s.links, u.place::integer * 32 - 31, 32), 'hex') as link
      from (select * from trail_seal where rows > ${after} order by rows limit ${limit}) s,
        unnest(s.idxs) with ordinality u (idx, place)
      where s.rows - cardinality(s.idxs) + u.place > ${after} order by 1 limit ${limit})
    select number, link, a.audit_idx, floor(extract(epoch from a.at) * 1000)::float8 as at, actor, entity, entity_id, action,
      before, after, reason, request_id, act_idx, undoes, undoes_some, approved_by, assistant,
      key_name
    from numbered join audit a on a.audit_idx = numbered.idx order by number`.execute(db);
  return rows;
}

/** The last sealed row of as many as one reading takes: how far a reading went in which all rows were gone. */
export async function findReach({ db }: Context, after: number, limit: number): Promise<number> {
  const { rows } = await sql<{ reach: number }>`
    select least(${after}::bigint + ${limit}, (select rows from trail_chain)) as reach`.execute(db);
  return rows[0]?.reach ?? after;
}

/** The receiver has all up to here; false if the claim was another's meanwhile. */
export async function noteSent({ db }: Context, claim: string, cursor: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update trail_outlet set cursor = ${cursor}, claimed_until = ${claimEnd}, sent_at = clock_timestamp(), failing_since = null,
      failures = 0, next_at = null, problem = null
    where claim = ${claim}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** The receiver did not take it: it is tried again after a second, then after twice as long each time, at most 5 minutes. */
export async function noteFailed({ db }: Context, claim: string, problem: string): Promise<void> {
  await sql`
    update trail_outlet set claim = null, claimed_until = null, problem = ${problem}, failures = failures + 1,
      failing_since = coalesce(failing_since, clock_timestamp()),
      next_at = clock_timestamp() + least(power(2, least(failures, 10)), 300) * interval '1 second'
    where claim = ${claim}`.execute(db);
}

export async function releaseOutlet({ db }: Context, claim: string): Promise<void> {
  await sql`update trail_outlet set claim = null, claimed_until = null where claim = ${claim}`.execute(db);
}

interface Outlet {
  /** How many sealed rows the receiver does not have. */
  waiting: number;
  /** Since how many seconds it takes none. */
  failing: number | null;
  problem: string | null;
}

export async function readOutlet({ db }: Context): Promise<Outlet> {
  const { rows } = await sql<Outlet>`
    select coalesce((select rows from trail_chain), 0) - cursor as waiting, problem,
      extract(epoch from clock_timestamp() - failing_since)::float8 as failing
    from trail_outlet`.execute(db);
  return rows[0] ?? { waiting: 0, failing: null, problem: null };
}
