import { countFailures, noteFailures, waitOf } from '#kernel/auth/throttle.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { tries } from './tries.rules.ts';

/** How many tries are left; or, if there are none, the seconds until the next. */
interface TriesLeft {
  left: number;
  wait: number;
}

/**
 * Counts the look-up of an unknown code: it shows codes near it, so that going on and on would find them all. A code
 * costs one try within the period, however often it is looked up.
 */
export async function noteUnknown(ctx: Context, code: string): Promise<TriesLeft> {
  const person = `card:${actorName(ctx.actor)}`;
  const one = { [`${person}:${code}`]: 1 };
  const isCounted = async () => (await waitOf(ctx, one)) > 0;
  if (!(await isCounted())) {
    const wait = await noteFailures(ctx, { [person]: tries.count, ...one });
    // Another request may have counted the same code meanwhile.
    if (wait > 0 && !(await isCounted())) return { left: 0, wait };
  }
  return { left: Math.max(0, tries.count - (await countFailures(ctx, person))), wait: 0 };
}
