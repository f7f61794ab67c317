import { type RawBuilder, sql } from 'kysely';

/**
 * A stored time in seconds, as calls return it; null stays null. Truncated, not rounded: a rounded time could lie in
 * the future, and a client asking for changes since then would miss half a second.
 */
export const secondsOf = (time: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor(extract(epoch from ${typeof time === 'string' ? sql.ref(time) : time}))::bigint`;

/** A stored time in seconds, or 0 for null. */
export const secondsOrZero = (time: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(${secondsOf(time)}, 0)`;
