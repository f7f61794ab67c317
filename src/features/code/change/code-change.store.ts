import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { isSelected, type Selectable, type Selection } from '#kernel/records/selection.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import { batchMatches, codeMatches } from '../find/code-filter.read.ts';
import type { ChangedField, LeftReason } from './code-change.rules.ts';
import { isSetSince } from './set-since.read.ts';

/** A column of codes and its new value; for a cancellation, the time of it. */
interface CodeChange {
  field: ChangedField;
  value: number;
}

/** Codes as acts select them. The codes of events are not included; they are managed with their events. */
export const selectableCodes = (ctx: Context): Selectable<CodeFilter> => ({
  from: sql`code c`,
  key: sql`c.code`,
  id: sql`c.code`,
  matches: (filter) => codeMatches(ctx, filter),
});

const areSelected = (ctx: Context, selection: Selection<CodeFilter>) =>
  sql<boolean>`c.cg_idx is not null and ${isSelected(selectableCodes(ctx), selection)}`;

/** Why codes `c` stay as they are; null for those that change. */
function leftBecause({ now }: Pick<Context, 'now'>, { field, value }: CodeChange): RawBuilder<LeftReason | null> {
  const isExpired = sql`c.ends_at > 0 and c.ends_at <= ${inSeconds(now)}`;
  const reasons: Record<ChangedField, RawBuilder<unknown>> = {
    length: sql`when c.activated_date > 0 then 'activated' when c.length = ${value} then 'same'`,
    valid_until: sql`when c.activated_date > 0 then 'activated' when c.valid_until = ${value} then 'same'
      when ${value}::bigint between 1 and c.valid_from then 'early'`,
    expired_date: sql`when c.activated_date = 0 then 'unused' when c.expired_date = ${value} then 'same'
      when ${value}::bigint between 1 and c.activated_date then 'early'`,
    is_canceled:
      value > 0
        ? sql`when c.is_canceled > 0 then 'canceled' when ${isExpired} then 'expired'`
        : sql`when c.is_canceled > 0 then null when ${isExpired} then 'expired' else 'not_canceled'`,
  };
  return sql<LeftReason | null>`(case when c.withdrawn then 'withdrawn' ${reasons[field]} end)`;
}

/** Some codes of a batch that stay for one reason, or that change. */
interface ReasonCount {
  cg_idx: number;
  reason: LeftReason | null;
  count: number;
}

/** How many codes of each batch are selected, by the reason why they stay; those that change have none. */
export async function countByReason(
  ctx: Context,
  selection: Selection<CodeFilter>,
  change: CodeChange,
): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    select c.cg_idx, ${leftBecause(ctx, change)} as reason, count(*) as count
    from code c where ${areSelected(ctx, selection)} group by 1, 2`.execute(ctx.db);
  return rows;
}

/** Some of the codes that would change, or that would stay. */
export async function listExamples(
  ctx: Context,
  selection: Selection<CodeFilter>,
  { change, stay, limit }: { change: CodeChange; stay: boolean; limit: number },
): Promise<{ code: string; reason: LeftReason }[]> {
  const left = leftBecause(ctx, change);
  const { rows } = await sql<{ code: string; reason: LeftReason }>`
    select c.code, ${left} as reason from code c
    where ${areSelected(ctx, selection)} and ${stay ? sql`${left} is not null` : sql`${left} is null`}
    limit ${limit}`.execute(ctx.db);
  return rows;
}

/**
 * Locks the batches of the selected codes, in order, so that of two acts on the same batches one waits for the other
 * and they cannot deadlock on single codes. Redeeming a code waits only for that code.
 */
export async function lockBatches(ctx: Context, selection: Selection<CodeFilter>): Promise<void> {
  const batches =
    'ids' in selection
      ? sql`select cg_idx from code where code = any(${selection.ids}::text[])`
      : sql`select cg_idx from code_batch b where ${batchMatches(selection.filter)}`;
  await sql`select from code_batch where cg_idx in (${batches}) order by cg_idx for no key update`.execute(ctx.db);
}

/** Locks batches in the same order, for acts on codes of all of them. */
export async function lockBatchesOf(ctx: Context, batches: readonly number[]): Promise<void> {
  await sql`
    select from code_batch where cg_idx = any(${batches}::integer[]) order by cg_idx for no key update`.execute(ctx.db);
}

/** How many codes of each batch an act changed. */
export type ChangedBatches = Map<number, number>;

/** The codes from `from` (inclusive) to `to` (exclusive); without these, from the first and to the last. */
export interface CodeSlice {
  from?: string;
  to?: string;
}

/** The condition that a code is in a slice. */
export const isInSlice = (code: RawBuilder<unknown>, { from, to }: CodeSlice) => sql<boolean>`
  ${from === undefined ? sql`true` : sql`${code} >= ${from}`} and ${to === undefined ? sql`true` : sql`${code} < ${to}`}`;

/**
 * Changes those selected codes of a slice that can be changed, and stores their previous values. A code that a learner
 * redeems meanwhile must still be selected and able to change once it is redeemed.
 */
export async function changeCodes(
  ctx: Context,
  act: number,
  { selection, change, slice }: { selection: Selection<CodeFilter>; change: CodeChange; slice: CodeSlice },
): Promise<ChangedBatches> {
  const guard = sql`${areSelected(ctx, selection)} and ${leftBecause(ctx, change)} is null
    and ${isInSlice(sql`c.code`, slice)}`;
  return writeChanges(ctx, act, change.field, {
    rows: sql`
      select c.code, c.${sql.ref(change.field)}::bigint as before, ${change.value}::bigint as after
      from code c where ${guard}`,
    guard,
  });
}

/** Gives an end to those selected codes of batches that have none and were neither activated nor cancelled. */
export const changeWaiting = (
  ctx: Context,
  act: number,
  { selection, value, batches }: { selection: Selection<CodeFilter>; value: number; batches: readonly number[] },
) => {
  const guard = sql`c.cg_idx = any(${batches}::integer[]) and ${areSelected(ctx, selection)}
    and c.valid_until = 0 and c.activated_date = 0 and c.is_canceled = 0`;
  return writeChanges(ctx, act, 'valid_until', {
    rows: sql`select c.code, 0::bigint as before, ${value}::bigint as after from code c where ${guard}`,
    guard,
  });
};

/** Undoes an act for those codes of a slice that are still as it left them. */
export const restoreCodes = (
  ctx: Context,
  { of, act, field, slice }: { of: number; act: number; field: ChangedField; slice: CodeSlice },
) =>
  writeChanges(ctx, act, field, {
    rows: sql`
      select k.code, k.after as before, k.before as after, k.activated
      from code_change k join code c on c.code = k.code where k.act_idx = ${of}::bigint
        and ${isInSlice(sql`k.code`, slice)} and ${isInSlice(sql`c.code`, slice)} and ${isAsLeft(field, of)}`,
    guard: sql`(c.activated_date > 0) = r.activated and not c.withdrawn`,
  });

/** The condition that codes `c` are still as a change `k` left them: neither set again, redeemed nor withdrawn since. */
const isAsLeft = (field: ChangedField, act: number) => sql`
  c.${sql.ref(field)} = k.after and (c.activated_date > 0) = k.activated and not c.withdrawn
  and not ${isSetSince(field, { code: sql`k.code`, act, batches: batchesOfAct(act) })}`;

const batchesOfAct = (act: number) => sql`select cg_idx from code_act where act_idx = ${act}::bigint`;

/**
 * Sets new values of codes and stores their previous ones. The rows are not locked first. One that was changed in
 * between is read again by the update, and only the update: what is stored comes from it, and a code that no longer has
 * its previous value, or fails the guard, stays as it is.
 */
async function writeChanges(
  ctx: Context,
  act: number,
  field: ChangedField,
  { rows, guard }: { rows: RawBuilder<unknown>; guard: RawBuilder<unknown> },
): Promise<ChangedBatches> {
  const column = sql.ref(field);
  const { rows: written } = await sql<{ cg_idx: number; changed: number }>`
    with written as (
      update code c set ${column} = r.after from (${rows}) r
      where c.code = r.code and c.${column} = r.before and ${guard}
      returning c.code, c.cg_idx, r.before, r.after, c.activated_date > 0 as activated
    ),
    kept as (
      insert into code_change (act_idx, code, before, after, activated)
      select ${act}::bigint, code, before, after, activated from written
    )
    select cg_idx, count(*) as changed from written group by cg_idx`.execute(ctx.db);
  return new Map(written.map(({ cg_idx, changed }) => [cg_idx, changed]));
}

interface NewAct {
  act: number;
  field: ChangedField;
  value: number | null;
  memo: string;
}

/** Records an act in the history of the batches whose codes it changed, and how many of these it left. */
export async function noteAct(
  ctx: Context,
  { act, field, value, memo }: NewAct,
  batches: ChangedBatches,
  left: readonly ReasonCount[] = [],
): Promise<void> {
  const leftOf = (batch: number) =>
    left.filter(({ cg_idx }) => cg_idx === batch).map(({ reason, count }) => [String(reason), count] as const);
  await sql`
    insert into code_act (act_idx, cg_idx, field, value, changed, "left", memo, at, actor)
    select ${act}::bigint, cg_idx, ${field}, ${value}::bigint, changed, stayed::jsonb, ${memo}, ${ctx.now.toISOString()}::timestamptz,
      ${actorName(ctx.actor)}
    from unnest(
      ${[...batches.keys()]}::integer[], ${[...batches.values()]}::integer[],
      ${[...batches.keys()].map((batch) => JSON.stringify(Object.fromEntries(leftOf(batch))))}::text[]
    ) batches (cg_idx, changed, stayed)`.execute(ctx.db);
}

/** Which field an act set, and when; undefined if it did not change codes. Seconds. */
export async function findAct(ctx: Context, act: number): Promise<{ field: ChangedField; at: number } | undefined> {
  const { rows } = await sql<{ field: ChangedField; at: number }>`
    select field, ${secondsOf('at')} as at from code_act where act_idx = ${act}::bigint limit 1`.execute(ctx.db);
  return rows[0];
}

/** How many codes an act changed. */
export async function sizeOfAct(ctx: Context, act: number): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(changed), 0)::bigint as size from code_act where act_idx = ${act}::bigint`.execute(ctx.db);
  return rows[0]?.size ?? 0;
}

/** Locks, in order, the batches whose codes an act changed. */
export async function lockBatchesOfAct(ctx: Context, act: number): Promise<void> {
  await sql`
    select from code_batch where cg_idx in (${batchesOfAct(act)})
    order by cg_idx for no key update`.execute(ctx.db);
}

/** How many codes are still as an act left them, how many are not, and the first of the latter. */
export async function foreseeRestored(
  ctx: Context,
  { act, field, limit }: { act: number; field: ChangedField; limit: number },
): Promise<{ back: number; kept: number; first: string[] }> {
  const { rows } = await sql<{ back: number; kept: number; first: string[] }>`
    with seen as (
      select k.code, ${isAsLeft(field, act)} as same from code_change k join code c on c.code = k.code
      where k.act_idx = ${act}::bigint
    )
    select count(*) filter (where same) as back, count(*) filter (where not same) as kept,
      array(select code from seen where not same order by code limit ${limit}) as first
    from seen`.execute(ctx.db);
  return rows[0] ?? { back: 0, kept: 0, first: [] };
}
