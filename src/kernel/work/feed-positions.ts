import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { executeGeneric } from '../db/generic-plan.ts';

/**
 * SQL for the head of the whole feed: a text that differs after every change and every pruning. While it is the same,
 * nothing at all has changed.
 */
export const feedHead: RawBuilder<string> = sql<string>`(
  select concat_ws(' ', epoch, pruned_idx, (select max(change_idx) from change)) from change_epoch)`;

/** The cursor that a head stands for: after it come the changes that the head does not have. */
export function cursorOf(head: string): string {
  const [epoch, pruned, newest] = head.split(' ');
  return `${epoch}-${Math.max(Number(pruned), Number(newest ?? 0))}`;
}

/** The head of the feed as this database shows it now. */
export async function readHead(db: Database): Promise<string> {
  const [row] = await executeGeneric(db, sql<{ head: string }>`select ${feedHead} as head`);
  return row?.head ?? '';
}

/** Where the feed stands: its head, and for some kinds a text that differs after each change to one of them. */
export interface FeedPositions {
  head: string;
  of: (kinds: readonly string[]) => string;
}

/** The positions of the feed for these kinds. */
export async function positionsOf(db: Database, kinds: readonly string[]): Promise<FeedPositions> {
  const positions = sql<{ head: string; kind: string; position: string }>`
    select ${feedHead} as head, asked.kind, concat_ws(' ', e.epoch, e.pruned_idx, (
      select change_idx from change where change.kind = asked.kind order by change_idx desc limit 1)) as position
    from change_epoch e, unnest(${kinds}::text[]) as asked (kind)`;
  const rows = await executeGeneric(db, positions);
  const byKind = new Map(rows.map(({ kind, position }) => [kind, position]));
  return { head: rows[0]?.head ?? '', of: (some) => some.map((kind) => byKind.get(kind)).join() };
}
