import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { keepRecords } from '#kernel/records/acts.ts';
import { type UndoableKind, untouchedRecords } from '#kernel/records/undo.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CodeSlice, isInSlice } from '../change/change.store.ts';
import { isSetSince } from '../change/set-since.read.ts';
import { codeEntity } from '../code.rules.ts';

/** Codes that an act on a batch cancelled, as an undoable kind: restored while they are still as the act left them. */
export const cancelledCodes = (act: number, cg_idx: number): UndoableKind => ({
  entity: codeEntity,
  table: 'code',
  id: 'code',
  key: 'code',
  state: sql`jsonb_build_object('is_canceled', code.is_canceled)`,
  setAgain: isSetSince('is_canceled', {
    code: sql`d.record_id`,
    act,
    batches: sql`select ${cg_idx}::integer as cg_idx`,
  }),
});

/** How many codes an act cancelled. */
export async function countCancelled(db: Database, act: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from act_record where act_idx = ${act}::bigint and entity = ${codeEntity}`.execute(db);
  return rows[0]?.count ?? 0;
}

// How many codes one statement cancels. The job can be stopped between two of these.
const chunk = 20_000;

/** Cancels up to `count` never activated codes of a batch, as part of an act. Returns how many it cancelled. */
export async function cancelUnused(
  ctx: Context,
  act: number,
  { cg_idx, count }: { cg_idx: number; count: number },
  progress: Pick<JobProgress, 'tell'> = { tell: () => undefined },
): Promise<number> {
  let done = 0;
  let after = '';
  while (done < count) {
    progress.tell(done, count);
    const { changed, last } = await cancelChunk(ctx, act, { cg_idx, count: Math.min(chunk, count - done), after });
    if (changed === 0) break;
    done += changed;
    after = last;
  }
  progress.tell(done, count);
  return done;
}

async function cancelChunk(
  ctx: Context,
  act: number,
  { cg_idx, count, after }: { cg_idx: number; count: number; after: string },
): Promise<{ changed: number; last: string }> {
  const now = inSeconds(ctx.now);
  const undo = sql`jsonb_build_object('is_canceled', ${now}::bigint)`;
  const kept = keepRecords(act, codeEntity, {
    from: sql`gone`,
    id: sql`code`,
    before: sql`jsonb_build_object('is_canceled', 0)`,
    after: undo,
    undo,
  });
  const { rows } = await sql<{ changed: number; last: string }>`
    with unused as (
      select code from code
      where cg_idx = ${cg_idx} and activated_date = 0 and is_canceled = 0 and code > ${after}
      order by code limit ${count} for no key update
    ),
    gone as (
      update code set is_canceled = ${now} from unused where code.code = unused.code returning code.code
    ),
    kept as (${kept})
    select count(*) as changed, coalesce(max(code), '') as last from gone`.execute(ctx.db);
  return rows[0] ?? { changed: 0, last: '' };
}

/**
 * Restores the codes of a slice that an act cancelled and that are still as it left them, as part of another act; one
 * that is changed meanwhile is not.
 */
export async function restoreUnused(
  ctx: Context,
  { of, act, cg_idx, slice }: { of: number; act: number; cg_idx: number; slice: CodeSlice },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with done as materialized (
      select * from (${untouchedRecords(of, cancelledCodes(of, cg_idx))}) d where ${isInSlice(sql`d.record_id`, slice)}
    ),
    written as (
      update code set is_canceled = 0 from done d
      where code.code = d.record_id and code.is_canceled = (d.after ->> 'is_canceled')::bigint
      returning d.record_id, d.before, d.after
    )
    ${keepRecords(act, codeEntity, { from: sql`written`, id: sql`record_id`, before: sql`after`, after: sql`before` })}`.execute(
    ctx.db,
  );
  return Number(numAffectedRows ?? 0);
}
