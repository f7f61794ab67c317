import { sql } from 'kysely';
import { keepRecords } from '#kernel/acts.ts';
import type { Context } from '#kernel/context.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { inSeconds } from '#kernel/seconds.rules.ts';
import { type UndoableKind, untouchedRecords } from '#kernel/undo.ts';

/** The entity of codes in histories and acts; the id is the code itself. */
export const codeEntity = 'code';

/** Cancelled codes, as an undoable kind: the undo applies while they are still as the act left them. */
export const cancelledCodes: UndoableKind = {
  entity: codeEntity,
  table: 'code',
  id: 'code',
  key: 'code',
  state: sql`jsonb_build_object('is_canceled', code.is_canceled)`,
};

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

/** Restores the codes that an act cancelled and that are still as it left them, as part of another act. */
export async function restoreUnused(ctx: Context, { of, act }: { of: number; act: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    with done as materialized (${untouchedRecords(of, cancelledCodes)}),
    written as (
      update code set is_canceled = 0 from done d where code.code = d.record_id
      returning d.record_id, d.before, d.after
    )
    ${keepRecords(act, codeEntity, { from: sql`written`, id: sql`record_id`, before: sql`after`, after: sql`before` })}`.execute(
    ctx.db,
  );
  return Number(numAffectedRows ?? 0);
}
