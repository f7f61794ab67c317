import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';

/**
 * A select of where the feed stands for some kinds, in one row: `place`, a text that differs after each change of any of
 * them, also where old ones were pruned meanwhile; and `numbered_at`, when the last of them was numbered, null where the
 * feed has none. In one statement with other tables it tells of exactly the changes that those show.
 */
export const newestChange = (kinds: readonly string[]): RawBuilder<unknown> => sql`
  select concat_ws(' ', min(e.epoch), min(e.pruned_idx), max(last.change_idx)) as place, max(last.numbered_at) as numbered_at
  from change_epoch e left join (unnest(${kinds}::text[]) as asked (kind) cross join lateral (
    select change_idx, numbered_at from change where change.kind = asked.kind order by change_idx desc limit 1) last) on true`;

/** Whether a database, perhaps a replica that lags, has the change of this cursor. Throws 400 for what is no cursor. */
export async function hasReached(db: Database, cursor: string): Promise<boolean> {
  const [, idx] = /^[0-9a-f]{8}-(\d{1,18})$/.exec(cursor) ?? [];
  if (idx === undefined) throw new AppError(400, 'invalid.format', undefined, { field: 'last-event-id' });
  const { rows } = await sql<{ reached: boolean }>`
    select coalesce(max(change_idx), 0) >= ${idx}::bigint as reached from change`.execute(db);
  return rows[0]?.reached ?? false;
}
