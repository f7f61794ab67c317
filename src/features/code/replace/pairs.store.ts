import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { changedFields } from '../change/code-change.rules.ts';
import { isSetSince } from '../change/set-since.read.ts';
import { codeEntity } from '../code.rules.ts';
import { type DrawCodes, drawCodes } from '../draw-codes.ts';

/** A withdrawn code and the one issued in its place. */
export interface Pair {
  code: string;
  twin: string;
}

// With 31^12 possible codes even one collision is improbable.
const redrawn = 50;

/** Issues a code in place of each of these, with the same batch and terms, into the lot of that code or another one. */
export async function issueTwins(
  ctx: Context,
  codes: readonly string[],
  lot: number | null,
  draw: DrawCodes = drawCodes,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  let missing = codes;
  for (let round = 0; missing.length > 0 && round < redrawn; round++) {
    const drawn = [...new Set(draw(missing.length))];
    const { rows } = await sql<{ code: string }>`
      insert into code (code, cg_idx, lot, issued_at, valid_from, valid_until, length)
      select p.twin, c.cg_idx, coalesce(${lot}::integer, c.lot), ${inSeconds(ctx.now)}::bigint, c.valid_from, c.valid_until,
        c.length
      from unnest(${missing.slice(0, drawn.length)}::text[], ${drawn}::text[]) p (code, twin) join code c using (code)
      order by p.twin on conflict do nothing returning code`.execute(ctx.db);
    const made = new Set(rows.map((row) => row.code));
    const left: string[] = [];
    for (const [nth, code] of missing.entries()) {
      const twin = drawn[nth];
      if (twin !== undefined && made.has(twin)) pairs.push({ code, twin });
      else left.push(code);
    }
    missing = left;
  }
  if (missing.length > 0)
    throw new Error(`issueTwins: ${missing.length} of ${codes.length} codes were not inserted after ${redrawn} draws`);
  return pairs;
}

/** The codes that an act withdrew and those it issued in their place, with what it did to each; the new one names the old one. */
const pairsOf = (act: number): RawBuilder<unknown> => sql`
  select old.record_id as code, new.record_id as twin, old.before, old.after - 'replaced_by' as after
  from act_record new join act_record old
    on old.act_idx = new.act_idx and old.entity = new.entity and old.record_id = new.after ->> 'replaces'
  where new.act_idx = ${act}::bigint and new.entity = ${codeEntity} and new.before is null`;

/** The batches of the codes that an act replaced, in order. */
export async function findBatchesOfPairs({ db }: Context, act: number): Promise<number[]> {
  const { rows } = await sql<{ cg_idx: number }>`
    select distinct c.cg_idx from act_record r join code c on c.code = r.record_id
    where r.act_idx = ${act}::bigint and r.entity = ${codeEntity} and r.before is null order by c.cg_idx`.execute(db);
  return rows.map(({ cg_idx }) => cg_idx);
}

/** How many codes an act replaced. */
export async function countReplaced({ db }: Context, act: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from act_record
    where act_idx = ${act}::bigint and entity = ${codeEntity} and before is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks the codes of an act, in order: whoever redeems one of them is waited for. */
export async function lockPairs(db: Database, act: number): Promise<void> {
  await sql`
    select from code where code in (
      select record_id from act_record where act_idx = ${act}::bigint and entity = ${codeEntity}
    ) order by code for no key update`.execute(db);
}

/** A condition of the new code of a pair and the old one. */
export type PairCondition = (twin: RawBuilder<unknown>, old: RawBuilder<unknown>) => RawBuilder<boolean>;
const never: PairCondition = () => sql<boolean>`false`;

/** The condition that nobody has redeemed, cancelled or changed the new code `twin` of a pair since, nor restored the old one. */
function isUntouched(act: number, batches: readonly number[], stays: PairCondition): RawBuilder<boolean> {
  const those = sql`select unnest(${batches}::integer[]) as cg_idx`;
  const since = changedFields.map((field) => isSetSince(field, { code: sql`twin.code`, act, batches: those }));
  return sql<boolean>`old.withdrawn and twin.activated_date = 0 and twin.is_canceled = 0
    and not ${stays(sql`twin.code`, sql`old.code`)} and not (${sql.join(since, sql` or `)})`;
}

const joined = (act: number) => sql`
  from (${pairsOf(act)}) p join code old on old.code = p.code join code twin on twin.code = p.twin`;

/** How many pairs of an act are as it left them, how many are not, and the first new codes of the latter. */
export async function countPairs(
  ctx: Context,
  { act, batches, limit }: { act: number; batches: readonly number[]; limit: number },
  stays = never,
): Promise<{ back: number; kept: number; first: string[] }> {
  const { rows } = await sql<{ back: number; kept: number; first: string[] }>`
    with seen as (select p.twin, ${isUntouched(act, batches, stays)} as same ${joined(act)})
    select count(*) filter (where same)::integer as back, count(*) filter (where not same)::integer as kept,
      array(select twin from seen where not same order by twin limit ${limit}) as first
    from seen`.execute(ctx.db);
  return rows[0] ?? { back: 0, kept: 0, first: [] };
}

/** Takes back the pairs that are as an act left them, as part of another act; returns how many. */
export async function takeBackPairs(
  ctx: Context,
  { of, act, batches }: { of: number; act: number; batches: readonly number[] },
  stays = never,
): Promise<number> {
  const now = inSeconds(ctx.now);
  // What the act did to the old code is turned round; to the new one the same is done as to the old one then. The changed rows
  // bring it with them: looked up among the pairs, it would be one by one, and four times as long for twice the codes.
  const stored = storeEffects(act, codeEntity, {
    from: sql`(
      select code as id, after as before, before as after from back
      union all
      select code, before, before || jsonb_build_object('is_canceled', ${now}::bigint)
        || case when before ? 'withdrawn' then '{"withdrawn": true}'::jsonb else '{}' end
      from gone
    ) done`,
    id: sql`id`,
    before: sql`before`,
    after: sql`after`,
  });
  const { rows } = await sql<{ back: number }>`
    with same as materialized (
      select p.* ${joined(of)} where ${isUntouched(of, batches, stays)}
    ),
    back as (
      update code set is_canceled = 0, withdrawn = false, leaked = false from same where code.code = same.code
      returning code.code, same.before, same.after
    ),
    gone as (
      update code set is_canceled = ${now}, withdrawn = true from same where code.code = same.twin
      returning code.code, same.before
    ),
    stored as (${stored})
    select count(*)::integer as back from back`.execute(ctx.db);
  return rows[0]?.back ?? 0;
}
