import { type RawBuilder, sql } from 'kysely';
import { feedHead, newestChange, type WatchedLists, watchedLists } from '#kernel/changes/newest-change.ts';
import { builtOnce } from '#kernel/db/built-once.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { SharedReads } from '#kernel/db/shared-reads.ts';
import type { Sources } from './sources.ts';

/** Where the change feed stands, whatever changed. */
export interface Head {
  /** Differs after each change. */
  head: string;
  /** The first second that changes may still bear: the present one is not over, and those before it may be committing. */
  open: number;
}

/** Where the change feed stands for a document. */
export interface Place extends Head {
  /** Differs after each change of its sources. */
  place: string;
  /** When any of its sources last changed, in seconds; null where the feed is empty. */
  numbered: number | null;
}

const head = sql`${feedHead} as head,
  ${secondsOf(sql`date_trunc('second', clock_timestamp()) - interval '2 seconds'`)} as open`;

/** A select of one {@link Place}, to be joined with what it is the place of. */
export const placeOf = (sources: Sources): RawBuilder<Place> => placeOfLists(watchedLists(sources));

const placeOfLists = (watched: WatchedLists) => sql<Place>`
  select place, ${secondsOf('numbered_at')} as numbered, ${head} from (${newestChange(watched)}) newest`;

const placesOf = builtOnce(['kinds', 'recordKinds', 'recordIds'], (db, watched: WatchedLists) => ({
  compile: () => placeOfLists(watched).compile(db),
}));

/** Where the feed stands for a document now. */
export async function findPlace(db: Database, sources: Sources): Promise<Place | undefined> {
  const [place] = await placesOf(db, watchedLists(sources));
  return place;
}

const headOf = builtOnce([], (db) => ({ compile: () => sql<Head>`select ${head}`.compile(db) }));

/** Asks where the feed stands, once for all requests of a moment. */
export class Heads {
  // Of the primary and of a replica, which may lag.
  private readonly reads = new WeakMap<Database, SharedReads<Head | undefined>>();

  now(db: Database): Promise<Head | undefined> {
    const reads = this.reads.get(db) ?? new SharedReads();
    this.reads.set(db, reads);
    return reads.read('head', async () => (await headOf(db, {}))[0]);
  }
}
