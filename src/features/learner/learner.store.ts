import { sql } from 'kysely';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';

/** The number of a learner in the trail; undefined if no act named them. */
export async function findNumber({ db }: Context, learner: string): Promise<number | undefined> {
  const row = await db.selectFrom('learner').select('learner_idx').where('learner_id', '=', learner).executeTakeFirst();
  return row?.learner_idx;
}

/** When the ID that this pseudonym stands for was erased, in seconds; 0 if it is no pseudonym. */
export async function findErased({ db }: Context, learner: string): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select ${secondsOrZero('erased_at')} as at from learner where learner_id = ${learner}`.execute(db);
  return rows[0]?.at ?? 0;
}

/** The learner with a number. */
export async function findByNumber({ db }: Context, idx: number): Promise<string | undefined> {
  const row = await db.selectFrom('learner').select('learner_id').where('learner_idx', '=', idx).executeTakeFirst();
  return row?.learner_id;
}

/**
 * Gives learners a number, in one order, and locks them until the transaction ends: of two acts on one learner, one waits
 * for the other. Who redeems meanwhile does not wait.
 */
export async function numberLearners(ctx: Context, learners: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sorted = [...new Set(learners)].toSorted();
  await sql`
    insert into learner (learner_id) select id from unnest(${sorted}::text[]) with ordinality given (id, n) order by n
    on conflict do nothing`.execute(ctx.db);
  const { rows } = await sql<{ learner_idx: number; learner_id: string }>`
    select learner_idx, learner_id from learner where learner_id = any(${sorted}::text[])
    order by learner_idx for update`.execute(ctx.db);
  // One was erased while this waited: its ID begins anew.
  if (rows.length < sorted.length) return numberLearners(ctx, sorted);
  return new Map(rows.map(({ learner_id, learner_idx }) => [learner_id, learner_idx]));
}

/** Locks the learners between whom an act moved registrations, in the same order, for the undo of it. */
export async function lockLearnersOf({ db }: Context, act: number): Promise<void> {
  await sql`
    select from learner where learner_id in (
      select id from act_record d, lateral (values (d.undo ->> 'learner_id'), (d.undo #>> '{former,learner_id}')) ids (id)
      where d.act_idx = ${act}::bigint and d.entity = 'registration')
    order by learner_idx for update`.execute(db);
}
