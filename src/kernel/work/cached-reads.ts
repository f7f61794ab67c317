import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { type FeedPositions, positionsOf, readHead } from './feed-positions.ts';

/** Something that many pages read although it seldom changes. */
export interface CachedRead<T> {
  /** Its name in the process, with everything that it depends on besides the library. */
  key: string;
  /** The kinds of records whose changes can alter it; without them, any change can. */
  kinds?: readonly string[];
  /** Undefined is not cached. */
  read: () => Promise<T>;
}

/** Reads something, or returns what the process has cached of it. */
export type Cached = <T>(what: CachedRead<T>) => Promise<T>;

/** In a write, which sees what it has changed itself, nothing cached is used. */
export const uncached: Cached = ({ read }) => read();

interface CachedValue {
  /** Where the feed stood. */
  position: string;
  value: unknown;
}

type Act<T> = (db: Database, cached: Cached) => Promise<T>;

// The most values that a process caches: a few for each list, and for each person their views.
const mostCached = 2000;

/**
 * What a process caches of the library. A value is used as long as the change feed stands where it stood when the value
 * was read. Every request reads the head of the feed together with its session, so other instances need not be told of
 * a change, and nobody gets an old value after a change of their own.
 */
export class CachedReads {
  private readonly values = new LRUCache<string, CachedValue>({ max: mostCached });
  private readonly kinds = new Set<string>();
  private latest: { head: string; positions: Promise<FeedPositions | undefined> } | undefined;
  /** The head at the last read of one moment. */
  private lastHead: string | undefined;

  /** Reads a library whose feed stood at `head` shortly before; without it, nothing cached is used. */
  async read<T>(db: Database, head: string | undefined, act: Act<T>): Promise<T> {
    if (head === undefined) return act(db, uncached);
    const found = new Map<string, CachedValue>();
    const value = await act(db, (what) => this.find(db, head, what, found));
    for (const [key, one] of found) this.values.set(key, one);
    return value;
  }

  /**
   * Reads everything as of one moment. If nothing changes meanwhile, no transaction is needed for that: the head of the
   * feed is the same before and after. While changes are frequent, a transaction is used at once.
   */
  async readMoment<T>(db: Database, head: string | undefined, act: Act<T>): Promise<T> {
    try {
      if (head !== undefined && head === this.lastHead) return await this.readUnchanged(db, head, act);
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
    }
    const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return transaction.execute(async (trx) => {
      this.lastHead = await readHead(trx);
      return this.read(trx, this.lastHead, act);
    });
  }

  /** Throws {@link Changed} if what was read may be of different moments; nothing of it is cached then. */
  private readUnchanged<T>(db: Database, head: string, act: Act<T>): Promise<T> {
    return this.read(db, head, async (on, cached) => {
      const [outcome] = await Promise.allSettled([act(on, cached)]);
      if ((await readHead(db)) !== head) throw new Changed();
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  private async find<T>(
    db: Database,
    head: string,
    { key, kinds, read }: CachedRead<T>,
    found: Map<string, CachedValue>,
  ): Promise<T> {
    const position = kinds ? await this.positionOf(db, head, kinds) : head;
    const known = this.values.get(key);
    if (known && known.position === position) return known.value as T;
    const value = await read();
    if (position !== undefined && value !== undefined) found.set(key, { position, value });
    return value;
  }

  /** Asked once for each head, for all kinds in use; undefined if the feed has moved on meanwhile. */
  private async positionOf(db: Database, head: string, kinds: readonly string[]): Promise<string | undefined> {
    const areKnown = kinds.every((kind) => this.kinds.has(kind));
    for (const kind of kinds) this.kinds.add(kind);
    if (!areKnown || this.latest?.head !== head) {
      this.latest = { head, positions: positionsOf(db, [...this.kinds]).catch(() => undefined) };
    }
    const positions = await this.latest?.positions;
    return positions?.head === head ? positions.of(kinds) : undefined;
  }
}

/** The library has changed while it was read. */
class Changed extends Error {}
