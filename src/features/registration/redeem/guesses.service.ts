import { noteFailures, waitOf } from '#kernel/auth/throttle.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import type { Context } from '#kernel/work/context.ts';
import { registrationMessages } from '../registration.messages.ts';

/**
 * How many unknown codes a caller may try within the period of `throttle.ts`: a member of staff, or one learner of a
 * program; and a program for all its learners together, who mistype now and then.
 */
const guesses = { each: 20, program: 1000 };

function limitsOf({ actor, refs }: Context, learner: string): Record<string, number> {
  if ('staffIdx' in actor) return { [`redeem:staff:${actor.staffIdx}`]: guesses.each };
  if (!('keyIdx' in actor)) return {};
  const program = `redeem:key:${actor.keyIdx}`;
  // A hash, so that nothing is left of an ID that is erased.
  return { [program]: guesses.program, [`${program}:${refs.hashOf(learner).toString('base64url')}`]: guesses.each };
}

const refuse = (wait: number): AppError =>
  registrationMessages.error(429, 'registration.throttled', { minutes: Math.ceil(wait / 60) });

/** Refuses a caller who has tried too many unknown codes, even for an existing code: it could be a lucky guess. */
export async function requireNoGuessing(ctx: Context, learner: string): Promise<void> {
  const wait = await waitOf(ctx, limitsOf(ctx, learner));
  if (wait > 0) throw refuse(wait);
}

/** Counts a try of an unknown code; of many concurrent ones, only as many as allowed get past this. */
export async function noteGuess(ctx: Context, learner: string): Promise<void> {
  const wait = await noteFailures(ctx, limitsOf(ctx, learner));
  if (wait > 0) throw refuse(wait);
}
