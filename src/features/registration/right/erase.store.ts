import { sql } from 'kysely';
import { lockEvents } from '#features/event/event-of-code.public.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { learnerLock } from '../learner-lock.ts';
import { registrationEntity } from '../registration.public.ts';
import { listEventsOf } from './move.store.ts';

/**
 * Locks a learner who is to be erased, and answers the numbers of their registrations: who redeems for the ID either has done
 * so or does it afterwards. Events first, as by those who join them; who calls has locked the learner before.
 */
export async function lockErased(ctx: Context, id: string): Promise<number[]> {
  const own = { from: id, to: id, ids: null };
  await lockEvents(ctx.db, await listEventsOf(ctx, own));
  await sql`select pg_advisory_xact_lock(${learnerLock(id)})`.execute(ctx.db);
  // Also those that the learner joined meanwhile.
  await lockEvents(ctx.db, await listEventsOf(ctx, own));
  const { rows } = await sql<{ reg_idx: number }>`
    select reg_idx from registration where learner_id = ${id} order by reg_idx for update`.execute(ctx.db);
  return rows.map(({ reg_idx }) => reg_idx);
}

/** Notes that an act erased whose these registrations are: it is later than what was done to them before. */
export async function noteErased({ db }: Context, act: number, registrations: readonly number[]): Promise<void> {
  const from = sql`unnest(${registrations}::bigint[]) reg_idx`;
  await storeEffects(act, registrationEntity, { from, id: sql`reg_idx::text` }).execute(db);
}
