import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';

/** Changes of a kind, of whatever records; or of these, where the id '' is acts on many. */
export interface Watched {
  kind: string;
  ids?: readonly string[];
}

/** Watched changes as a statement takes them: kinds, then records, each by its kind and id. */
export interface WatchedLists extends Record<string, readonly string[]> {
  kinds: readonly string[];
  recordKinds: readonly string[];
  recordIds: readonly string[];
}

export function watchedLists(watched: readonly Watched[]): WatchedLists {
  const records = watched.flatMap(({ kind, ids = [] }) => ids.map((id) => ({ kind, id })));
  return {
    kinds: watched.flatMap(({ kind, ids }) => (ids ? [] : kind)),
    recordKinds: records.map(({ kind }) => kind),
    recordIds: records.map(({ id }) => id),
  };
}

/**
 * SQL of where the whole feed stands: a text that differs after every change, and where old ones were pruned. As long as it
 * is the same, nothing at all has changed.
 */
export const feedHead: RawBuilder<string> = sql<string>`(
  select concat_ws(' ', epoch, pruned_idx, (select max(change_idx) from change)) from change_epoch)`;

/**
 * A select of where the feed stands for some changes, in one row: `place`, a text that differs after each of them, also
 * where old ones were pruned meanwhile; and `numbered_at`, when the last of them was numbered: where none is kept, when the
 * oldest of all was, before which it must have been; null where the feed is empty. In one statement with other tables it
 * tells of exactly the changes that those show.
 */
export const newestChange = ({ kinds, recordKinds, recordIds }: WatchedLists): RawBuilder<unknown> => sql`
  select concat_ws(' ', min(e.epoch), min(e.pruned_idx), max(last.change_idx)) as place,
    coalesce(max(last.numbered_at), (select numbered_at from change order by change_idx limit 1)) as numbered_at
  from change_epoch e left join (
    select last.* from unnest(${kinds}::text[]) as asked (kind) cross join lateral (
      select change_idx, numbered_at from change where change.kind = asked.kind order by change_idx desc limit 1) last
    union all
    select last.*
    from unnest(${recordKinds}::text[], ${recordIds}::text[]) as asked (kind, id)
    cross join lateral (
      select change_idx, numbered_at from change where change.kind = asked.kind and coalesce(change.id, '') = asked.id
      order by change_idx desc limit 1) last) last on true`;

/** Whether a database, perhaps a replica that lags, has the change of this cursor. Throws 400 for what is no cursor. */
export async function hasReached(db: Database, cursor: string): Promise<boolean> {
  const [, idx] = /^[0-9a-f]{8}-(\d{1,18})$/.exec(cursor) ?? [];
  if (idx === undefined) throw new AppError(400, 'invalid.format', undefined, { field: 'last-event-id' });
  const { rows } = await sql<{ reached: boolean }>`
    select coalesce(max(change_idx), 0) >= ${idx}::bigint as reached from change`.execute(db);
  return rows[0]?.reached ?? false;
}
