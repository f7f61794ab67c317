import { throttle } from '#kernel/auth/throttle.rules.ts';

/** How many unknown codes a member of staff may look up within the period of the throttle, in minutes. */
export const tries = { count: 20, minutes: throttle.windowSeconds / 60 };
