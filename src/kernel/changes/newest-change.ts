import { type RawBuilder, sql } from 'kysely';

/**
 * A select of where the feed stands for some kinds, in one row: `place`, a text that differs after each change of any of
 * them, and `numbered_at`, when the last of them was numbered. Both are null where the feed has none of them (any more).
 * In one statement with other tables it tells of exactly the changes that those show.
 */
export const newestChange = (kinds: readonly string[]): RawBuilder<unknown> => sql`
  select string_agg(last.change_idx || '@' || extract(epoch from last.numbered_at), ' ' order by asked.kind) as place,
    max(last.numbered_at) as numbered_at
  from unnest(${kinds}::text[]) as asked (kind) cross join lateral (
    select change_idx, numbered_at from change where change.kind = asked.kind order by change_idx desc limit 1) last`;
