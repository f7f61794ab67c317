import { sql } from 'kysely';
import { codeEntity } from '#features/code/code.public.ts';
import type { Pair } from '#features/code/code-pairs.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { fileOf, isUnused, isWithin, type Scope } from './leak.read.ts';

/** Locks a batch as every act on its codes does, before any of its codes. */
export async function lockBatch(db: Database, cg_idx: number): Promise<void> {
  await sql`select from code_batch where cg_idx = ${cg_idx} for no key update`.execute(db);
}

/** The number of the next lot of a batch, which the caller has locked. Codes of old have none: they are the first lot. */
export async function readNextLot(db: Database, cg_idx: number): Promise<number> {
  const { rows } = await sql<{ lot: number }>`
    select coalesce(max(lot), 1) + 1 as lot from code_lot where cg_idx = ${cg_idx}`.execute(db);
  return rows[0]?.lot ?? 2;
}

// How many codes one statement freezes.
const chunk = 10_000;

/**
 * Withdraws some of the unused codes of a scope, those after another one, and returns them. A code that is being redeemed is
 * left for later, or waited for, and stays if it was.
 */
export async function freezeCodes(
  ctx: Context,
  scope: Scope,
  { after, waits }: { after: string; waits: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with ${fileOf(ctx, scope)},
    going as (
      select c.code from code c where ${isWithin(ctx, scope)} and ${isUnused(ctx)} and c.code > ${after}
      order by c.code limit ${chunk} for no key update of c ${waits ? sql`` : sql`skip locked`}
    )
    update code set is_canceled = ${inSeconds(ctx.now)}, withdrawn = true, leaked = true
    from going where code.code = going.code returning code.code`.execute(ctx.db);
  return rows.map(({ code }) => code).toSorted();
}

/**
 * Stores what a leak did to its codes. Which code is in place of which is told by the new one alone: who asks about a leaked
 * code may be who leaked it.
 */
export async function storeFrozen(ctx: Context, act: number, pairs: readonly Pair[]): Promise<void> {
  const now = inSeconds(ctx.now);
  const given = sql`unnest(${pairs.map(({ code }) => code)}::text[], ${pairs.map(({ twin }) => twin)}::text[]) p (code, twin)`;
  const effects = storeEffects(act, codeEntity, {
    from: sql`(
      select p.code as id, '{"is_canceled": 0, "withdrawn": false}'::jsonb as before,
        jsonb_build_object('is_canceled', ${now}::bigint, 'withdrawn', true, 'leaked', true) as after from ${given}
      union all
      select p.twin, null::jsonb, jsonb_build_object('replaces', p.code) from ${given}
    ) done`,
    id: sql`id`,
    before: sql`before`,
    after: sql`after`,
  });
  await sql`${effects}`.execute(ctx.db);
}

interface NewLeak {
  act: number;
  scope: Scope;
  /** The lot that leaked; null for a delivery or a whole batch. */
  of_lot: number | null;
  lot: number;
  since: number;
  frozen: number;
  /** The links to the partner's page that it closed. */
  links: readonly number[];
  memo: string;
}

/** Stores a leak and the lot of the codes that it issued. */
export async function insertLeak(ctx: Context, leak: NewLeak): Promise<void> {
  const { act, scope, of_lot, lot, since, frozen, links, memo } = leak;
  const [at, actor] = [ctx.now.toISOString(), actorName(ctx.actor)];
  await sql`
    insert into code_lot (cg_idx, lot, issued, issued_at, issued_by, count)
    select cg_idx, ${lot}::integer, ${frozen}::integer, ${at}::timestamptz, ${actor}::text, count
    from code_batch where cg_idx = ${scope.cg_idx}`.execute(ctx.db);
  await sql`
    insert into code_leak (act_idx, cg_idx, del_idx, of_lot, of_lots, lot, since, frozen, links, at, actor, memo)
    values (${act}::bigint, ${scope.cg_idx}, ${scope.del_idx}, ${of_lot}, ${scope.lots}::integer[], ${lot}, ${since}, ${frozen}, ${links}::integer[], ${at}, ${actor},
      ${memo})`.execute(ctx.db);
}
