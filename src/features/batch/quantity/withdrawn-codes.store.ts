import { sql } from 'kysely';
import { codeEntity } from '#features/code/code.public.ts';
import { type CodeSlice, isInSlice, isSetSince } from '#features/code/code-change.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { type UndoableKind, untouchedRecords } from '#kernel/records/undo.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { LotLowered } from '../batch.contract.ts';
import { filesOf, type Going, goingCodes, hasLeft } from './going-codes.read.ts';
import type { Taken, Taking } from './withdrawal.rules.ts';

/** Codes that an act on a batch withdrew, as an undoable kind: restored while they are still as the act left them. */
export const withdrawnCodes = (act: number, cg_idx: number): UndoableKind => ({
  entity: codeEntity,
  table: 'code',
  id: 'code',
  key: 'code',
  whole: true,
  state: sql`jsonb_build_object('is_canceled', code.is_canceled)`,
  setAgain: isSetSince('is_canceled', {
    code: sql`d.record_id`,
    act,
    batches: sql`select ${cg_idx}::integer as cg_idx`,
  }),
});

/** How many codes an act withdrew. */
export async function countWithdrawn(db: Database, act: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from act_record where act_idx = ${act}::bigint and entity = ${codeEntity}`.execute(db);
  return rows[0]?.count ?? 0;
}

// How many codes one statement withdraws. The job can be stopped between two of these.
const chunk = 20_000;

/**
 * Withdraws codes of a batch as planned, as part of an act; `tell` receives how many so far. Returns what it withdrew:
 * fewer where codes were redeemed or changed meanwhile.
 */
export async function withdrawCodes(
  ctx: Context,
  act: number,
  { cg_idx, takings }: { cg_idx: number; takings: readonly Taking[] },
  report: (done: number) => void,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  let sum = 0;
  for (const taking of takings) {
    let [done, delivered, after] = [0, 0, ''];
    while (done < taking.codes) {
      report(sum);
      const codes = Math.min(chunk, taking.codes - done);
      const { gone, left, last } = await withdrawChunk(ctx, act, { ...taking, cg_idx, codes, after });
      if (gone === 0) break;
      done += gone;
      delivered += left;
      sum += gone;
      after = last;
    }
    if (done > 0) taken.push({ ...taking, codes: done, delivered });
  }
  return taken;
}

async function withdrawChunk(
  ctx: Context,
  act: number,
  going: Going,
): Promise<{ gone: number; left: number; last: string }> {
  const now = inSeconds(ctx.now);
  const undo = sql`jsonb_build_object('is_canceled', ${now}::bigint, 'withdrawn', true)`;
  const effects = storeEffects(act, codeEntity, {
    from: sql`gone`,
    id: sql`code`,
    before: sql`jsonb_build_object('is_canceled', cancelled_before, 'withdrawn', false)`,
    after: undo,
    undo,
  });
  const { rows } = await sql<{ gone: number; left: number; last: string }>`
    with ${filesOf(ctx, going.cg_idx)},
    going as (
      select c.code, c.is_canceled as cancelled_before, ${hasLeft(ctx)} as has_left
      ${goingCodes(ctx, going)} for no key update of c
    ),
    gone as (
      update code set is_canceled = ${now}, withdrawn = true from going where code.code = going.code
      returning code.code, cancelled_before, has_left
    ),
    kept as (${effects})
    select count(*) as gone, count(*) filter (where has_left) as "left", coalesce(max(code), '') as last
    from gone`.execute(ctx.db);
  return rows[0] ?? { gone: 0, left: 0, last: '' };
}

/** Keeps what an act withdrew of each lot, for the history of its batch. */
export async function noteWithdrawal(
  ctx: Context,
  act: number,
  { cg_idx, lots }: { cg_idx: number; lots: readonly LotLowered[] },
): Promise<void> {
  await ctx.db
    .insertInto('code_withdrawal')
    .values(lots.map(({ lot, cancel, delivered }) => ({ act_idx: act, cg_idx, lot, codes: cancel, delivered })))
    .execute();
}

/**
 * Restores the codes of a slice that an act withdrew and that are still as it left them, as part of another act; one
 * that is changed meanwhile is not.
 */
export async function restoreWithdrawn(
  ctx: Context,
  { of, act, cg_idx, slice }: { of: number; act: number; cg_idx: number; slice: CodeSlice },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with done as materialized (
      select * from (${untouchedRecords({ of }, withdrawnCodes(of, cg_idx))}) d where ${isInSlice(sql`d.record_id`, slice)}
    ),
    written as (
      update code set is_canceled = (d.before ->> 'is_canceled')::bigint, withdrawn = false from done d
      where code.code = d.record_id and code.is_canceled = (d.after ->> 'is_canceled')::bigint
      returning d.record_id, d.before, d.after
    )
    ${storeEffects(act, codeEntity, { from: sql`written`, id: sql`record_id`, before: sql`after`, after: sql`before` })}`.execute(
    ctx.db,
  );
  return Number(numAffectedRows ?? 0);
}
