import { sql } from 'kysely';
import { claimsOn } from '#kernel/jobs/claims.ts';
import { doublingWait } from '#kernel/jobs/waits.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { SealedRow } from './outlet-event.rules.ts';

const claims = claimsOn({ table: 'trail_outlet', key: 'outlet_idx', seconds: 60 });

// From a failure to the next try. Seconds.
const waits = { first: 1, longest: 300 };

// The only one.
const outletIdx = 1;

/** Claims what the receiver does not have yet, for one process; undefined if there is nothing, or another sends. */
export async function claimOutlet(ctx: Context, claim: string): Promise<{ cursor: number } | undefined> {
  const where = sql`cursor < (select rows from trail_chain) and coalesce(next_at <= now(), true)`;
  const taken = await claims.take(ctx, claim, { where, order: sql`outlet_idx`, limit: 1 });
  return taken.length > 0 ? ctx.db.selectFrom('trail_outlet').select('cursor').executeTakeFirst() : undefined;
}

/** How much one delivery has at most; a larger row comes alone. */
interface Limits {
  rows: number;
  /** Of what was there before and after. */
  bytes: number;
}

/**
 * Sealed rows after a number, in their order; those that are kept no longer are missing. `isCut` if there would have been
 * more rows, but not more bytes.
 */
export async function findSealed(
  { db }: Context,
  after: number,
  limit: Limits,
): Promise<{ rows: SealedRow[]; isCut: boolean }> {
  const { rows } = await sql<SealedRow & { found: number }>`
    with numbered as materialized (
      select s.rows - cardinality(s.idxs) + u.place as number, u.idx,
        encode(substr(s.links, u.place::integer * 32 - 31, 32), 'hex') as link
      from (select * from trail_seal where rows > ${after} order by rows limit ${limit.rows}) s,
        unnest(s.idxs) with ordinality u (idx, place)
      where s.rows - cardinality(s.idxs) + u.place > ${after} order by 1 limit ${limit.rows}),
    weighed as materialized (
      select number, idx, link, count(*) over ()::integer as found, row_number() over (order by number) as nth,
        sum(coalesce(octet_length(a.before::text), 0) + coalesce(octet_length(a.after::text), 0)) over (order by number) as bytes
      from numbered join audit a on a.audit_idx = numbered.idx)
    select found, number, link, a.audit_idx, floor(extract(epoch from a.at) * 1000)::float8 as at, actor, entity, entity_id, action,
      before, after, reason, request_id, act_idx, undoes, undoes_some, approved_by, assistant,
      key_name
    from weighed join audit a on a.audit_idx = weighed.idx where nth = 1 or bytes <= ${limit.bytes}::bigint
    order by number`.execute(db);
  return { rows, isCut: rows.length < (rows[0]?.found ?? 0) };
}

/** The last sealed row of as many as one reading takes: how far a reading went in which all rows were gone. */
export async function findReach({ db }: Context, after: number, limit: number): Promise<number> {
  const { rows } = await sql<{ reach: number }>`
    select least(${after}::bigint + ${limit}, (select rows from trail_chain)) as reach`.execute(db);
  return rows[0]?.reach ?? after;
}

/** The receiver has all up to here; false if the claim was another's meanwhile. */
export async function noteSent(ctx: Context, claim: string, cursor: number): Promise<boolean> {
  if (!(await claims.extend(ctx, claim, outletIdx))) return false;
  await sql`
    update trail_outlet set cursor = ${cursor}, sent_at = now(), failing_since = null, failures = 0, next_at = null,
      problem = null`.execute(ctx.db);
  return true;
}

/** The receiver did not take it: it is tried again later, unless the claim was another's meanwhile. */
export async function noteFailed(ctx: Context, claim: string, problem: string): Promise<void> {
  if (!(await endOutlet(ctx, claim))) return;
  const { failures } = await ctx.db.selectFrom('trail_outlet').select('failures').executeTakeFirstOrThrow();
  await sql`
    update trail_outlet set problem = ${problem}, failures = failures + 1, failing_since = coalesce(failing_since, now()),
      next_at = now() + make_interval(secs => ${doublingWait(failures + 1, waits)})`.execute(ctx.db);
}

export const endOutlet = (ctx: Context, claim: string): Promise<boolean> => claims.end(ctx, claim, outletIdx);

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
