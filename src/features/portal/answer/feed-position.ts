import { type RawBuilder, sql } from 'kysely';
import { newestChange, type WatchedLists, watchedLists } from '#kernel/changes/newest-change.ts';
import { builtOnce } from '#kernel/db/built-once.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { SharedReads } from '#kernel/db/shared-reads.ts';
import { feedHead } from '#kernel/work/feed-positions.ts';
import type { Sources } from './sources.ts';

/** The position of the change feed as a whole. */
export interface Head {
  /** Different after each change. */
  head: string;
  /** The first second that changes may still get: the current one is not over, earlier ones may be committing. */
  open: number;
}

/** The position of the change feed for one document. */
export interface FeedPosition extends Head {
  /** Different after each change of its sources. */
  position: string;
  /** The time of the latest change of its sources, in seconds; null if the feed is empty. */
  numbered: number | null;
}

const head = sql`${feedHead} as head,
  ${secondsOf(sql`date_trunc('second', clock_timestamp()) - interval '2 seconds'`)} as open`;

/** A select of one {@link Place}, to be joined with the document it belongs to. */
export const positionOf = (sources: Sources): RawBuilder<FeedPosition> => positionOfLists(watchedLists(sources));

const positionOfLists = (watched: WatchedLists) => sql<FeedPosition>`
  select position, ${secondsOf('numbered_at')} as numbered, ${head} from (${newestChange(watched)}) newest`;

const readPositions = builtOnce(['kinds', 'recordKinds', 'recordIds'], (db, watched: WatchedLists) => ({
  compile: () => positionOfLists(watched).compile(db),
}));

/** The current position of the feed for a document. */
export async function findPosition(db: Database, sources: Sources): Promise<FeedPosition | undefined> {
  const [position] = await readPositions(db, watchedLists(sources));
  return position;
}

const headOf = builtOnce([], (db) => ({ compile: () => sql<Head>`select ${head}`.compile(db) }));

/** Reads the position of the feed with one query for all requests of a moment. */
export class Heads {
  // One per database: the primary, and a replica that may lag.
  private readonly reads = new WeakMap<Database, SharedReads<Head | undefined>>();

  now(db: Database): Promise<Head | undefined> {
    const reads = this.reads.get(db) ?? new SharedReads();
    this.reads.set(db, reads);
    return reads.read('head', async () => (await headOf(db, {}))[0]);
  }
}
