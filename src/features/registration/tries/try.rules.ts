/** Why a redemption is refused, by the message that says so. */
export const tryReasons = {
  unknown: 'registration.unknown_code',
  used: 'registration.code_used',
  expired: 'registration.code_expired',
  canceled: 'registration.code_canceled',
  not_yet: 'registration.code_not_yet',
  event_waiting: 'registration.event_waiting',
  event_completed: 'registration.event_completed',
  event_paused: 'registration.event_paused',
  event_full: 'registration.event_full',
} as const;
export type TryReason = keyof typeof tryReasons;

const reasons = Object.entries(tryReasons) as [TryReason, string][];

/** The reason that an error of redeeming has; undefined for any other error. */
export const reasonOf = (code: string): TryReason | undefined => reasons.find(([, message]) => message === code)?.[0];

/** How long refused tries are kept, in days. */
export const tryDays = 90;

/**
 * How many are kept of a day: of one learner, and of one caller for all learners together. Whoever guesses on and on fills
 * no more than this.
 */
export const mostTries = { learner: 50, caller: 10_000 };
