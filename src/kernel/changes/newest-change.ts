import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../messages/errors.ts';

/** Changes of a kind: of all its records, or only of these, where the id '' stands for changes to many records. */
export interface Watched {
  kind: string;
  ids?: readonly string[];
}

/** Watched changes as statement parameters: kinds, then records, each by kind and id. */
export interface WatchedLists extends Record<string, readonly string[]> {
  kinds: readonly string[];
  recordKinds: readonly string[];
  recordIds: readonly string[];
}

/** The changes to watch in the form that statements take. */
export function watchedLists(watched: readonly Watched[]): WatchedLists {
  const records = watched.flatMap(({ kind, ids = [] }) => ids.map((id) => ({ kind, id })));
  return {
    kinds: watched.flatMap(({ kind, ids }) => (ids ? [] : kind)),
    recordKinds: records.map(({ kind }) => kind),
    recordIds: records.map(({ id }) => id),
  };
}

/**
 * A select of the head of the feed for some changes, in one row: `position`, a text that differs after each of them and
 * after pruning; and `numbered_at`, when the last of them was numbered. If none of them is kept, that is when the
 * oldest change in the feed was numbered, since the last one must be older; null if the feed is empty. In one statement
 * with other tables, it covers exactly the changes visible in those.
 */
export const newestChange = ({ kinds, recordKinds, recordIds }: WatchedLists): RawBuilder<unknown> => sql`
  select concat_ws(' ', min(e.epoch), min(e.pruned_idx), max(last.change_idx)) as position,
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

/** Whether a database, possibly a lagging replica, has the change of this cursor. Throws 400 for an invalid cursor. */
export async function hasReached(db: Database, cursor: string): Promise<boolean> {
  const [, idx] = /^[0-9a-f]{8}-(\d{1,18})$/.exec(cursor) ?? [];
  if (idx === undefined) throw new AppError(400, 'invalid.format', undefined, { field: 'last-event-id' });
  const { rows } = await sql<{ reached: boolean }>`
    select coalesce(max(change_idx), 0) >= ${idx}::bigint as reached from change`.execute(db);
  return rows[0]?.reached ?? false;
}
