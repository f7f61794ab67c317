import { type RawBuilder, sql } from 'kysely';

/**
 * A stored time in seconds, as calls answer it; null stays null. It is cut off, not rounded: rounded it could lie in the
 * future, and who asks for what changed since would miss the half second.
 */
export const secondsOf = (time: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor(extract(epoch from ${typeof time === 'string' ? sql.ref(time) : time}))::bigint`;

/** A stored time in seconds, 0 for none. */
export const secondsOrZero = (time: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(${secondsOf(time)}, 0)`;
