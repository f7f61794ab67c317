import { type RawBuilder, sql } from 'kysely';
import { codeEntity } from '#features/code/code.public.ts';
import { changedFields, isSetSince } from '#features/code/code-change.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';

/** The frozen codes of a leak and those issued in their place, from what the act stored of the latter. */
const pairsOf = (act: number): RawBuilder<unknown> => sql`
  select r.after ->> 'replaces' as code, r.record_id as twin from act_record r
  where r.act_idx = ${act}::bigint and r.entity = ${codeEntity} and r.before is null`;

/** Locks the codes of a leak, in order: whoever redeems one of them is waited for. */
export async function lockPairs(db: Database, act: number): Promise<void> {
  await sql`
    select from code where code in (
      select r.record_id from act_record r where r.act_idx = ${act}::bigint and r.entity = ${codeEntity}
    ) order by code for no key update`.execute(db);
}

/** The condition that nobody has redeemed, cancelled or changed the new code `twin` of a pair since, nor restored the old one. */
function isUntouched(act: number, cg_idx: number): RawBuilder<boolean> {
  const batches = sql`select ${cg_idx}::integer as cg_idx`;
  const since = changedFields.map((field) => isSetSince(field, { code: sql`twin.code`, act, batches }));
  return sql<boolean>`old.leaked and twin.activated_date = 0 and twin.is_canceled = 0
    and not (${sql.join(since, sql` or `)})`;
}

const joined = (act: number) => sql`
  from (${pairsOf(act)}) p join code old on old.code = p.code join code twin on twin.code = p.twin`;

/** How many pairs of a leak are as it left them, how many are not, and the first new codes of the latter. */
export async function countPairs(
  ctx: Context,
  { act, cg_idx, limit }: { act: number; cg_idx: number; limit: number },
): Promise<{ back: number; kept: number; first: string[] }> {
  const { rows } = await sql<{ back: number; kept: number; first: string[] }>`
    with seen as (select p.twin, ${isUntouched(act, cg_idx)} as same ${joined(act)})
    select count(*) filter (where same)::integer as back, count(*) filter (where not same)::integer as kept,
      array(select twin from seen where not same order by twin limit ${limit}) as first
    from seen`.execute(ctx.db);
  return rows[0] ?? { back: 0, kept: 0, first: [] };
}

/** Takes back the pairs that are as the leak left them, as part of another act; returns how many. */
export async function takeBackPairs(
  ctx: Context,
  { of, act, cg_idx }: { of: number; act: number; cg_idx: number },
): Promise<number> {
  const now = inSeconds(ctx.now);
  const written = storeEffects(act, codeEntity, {
    from: sql`(
      select code as id, was as before, '{"is_canceled": 0, "withdrawn": false}'::jsonb as after from back
      union all
      select code, '{"is_canceled": 0, "withdrawn": false}'::jsonb,
        jsonb_build_object('is_canceled', ${now}::bigint, 'withdrawn', true) from gone
    ) done`,
    id: sql`id`,
    before: sql`before`,
    after: sql`after`,
  });
  await sql`
    with same as materialized (
      select old.code as code, twin.code as twin,
        jsonb_build_object('is_canceled', old.is_canceled, 'withdrawn', true, 'leaked', true) as was
      ${joined(of)} where ${isUntouched(of, cg_idx)}
    ),
    back as (
      update code set is_canceled = 0, withdrawn = false, leaked = false from same where code.code = same.code
      returning code.code, same.was
    ),
    gone as (
      update code set is_canceled = ${now}, withdrawn = true from same where code.code = same.twin returning code.code
    )
    ${written}`.execute(ctx.db);
  const { rows } = await sql<{ back: number }>`
    select count(*)::integer as back from act_record
    where act_idx = ${act}::bigint and entity = ${codeEntity} and (after ->> 'is_canceled') = '0'`.execute(ctx.db);
  return rows[0]?.back ?? 0;
}
