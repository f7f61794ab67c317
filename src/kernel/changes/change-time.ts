import { type RawBuilder, sql } from 'kysely';

/**
 * When something of these kinds last changed, as SQL of a timestamptz; null where the feed has forgotten all of them.
 * Never earlier than a change that a reader of the same snapshot sees.
 */
export const changeTime = (kinds: readonly string[]): RawBuilder<unknown> => sql`(
  select max(last.numbered_at) from unnest(${kinds}::text[]) as asked (kind) cross join lateral (
    select numbered_at from change where change.kind = asked.kind order by change_idx desc limit 1) last)`;
