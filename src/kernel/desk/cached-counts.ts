import type { ChangeFeed } from '../changes/change-feed.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import type { Context } from '../work/context.ts';
import { positionsOf } from '../work/feed-positions.ts';
import { systemCaller, type UnitOfWork } from '../work/unit-of-work.ts';

/** Something to count. It may be slow: nobody waits for it. */
export interface Counter {
  /** The kinds of records whose changes can alter the count. */
  kinds: readonly string[];
  count: (ctx: Context) => Promise<number>;
  /** For a count that also alters as time passes: when it does next, in seconds; null for never. */
  altersAt?: (ctx: Context) => Promise<number | null>;
}

interface CachedCountsParts {
  work: UnitOfWork;
  changes: Pick<ChangeFeed, 'onWake' | 'isConnected'>;
  clock: () => Date;
  onError: (error: unknown) => void;
  /** How long a count is kept up to date after it was last asked for. Milliseconds; ten minutes by default. */
  retentionMs?: number | undefined;
}

/** A count as it was last made, however long ago. */
export interface LastCount {
  count: number;
  /** When, in milliseconds. */
  at: number;
  /** How long it took, in milliseconds. */
  took: number;
  /** Something may have altered it since. */
  isOld: boolean;
}

interface CachedCount {
  counter: Counter;
  /** Milliseconds, as of `performance.now()`. */
  requestedAt: number;
  count?: number;
  /** When it was counted, in milliseconds, and how many of them that took. */
  countedAt?: number;
  took?: number;
  /** The position of the feed when it was counted; undefined until then. */
  position?: string;
  /** Since when it is known to be outdated. Milliseconds, as of `performance.now()`. */
  staleSince?: number;
  altersAt?: number | null;
  /** The last attempt failed. */
  failed?: boolean;
}

// A count that may have been outdated for longer is not shown. Milliseconds.
const mostOldMs = 2000;
// The rest between two rounds: at least this, and several times what a round takes. Milliseconds.
const restMs = 1000;
const restTimes = 4;
// Changes that come together are counted once. Milliseconds.
const gatherMs = 20;
// How long counts follow the changes after a page has shown them. Milliseconds.
const watchedMs = 60_000;

const isSlow = ({ took = 0 }: CachedCount) => took > restMs;

/**
 * Counts shown beside links. A page shows those that are known and never waits. While anybody looks at them they follow
 * the change feed: what a change may have altered is counted again, and a count that has been outdated for two seconds
 * is not shown.
 */
export class CachedCounts {
  private readonly parts: CachedCountsParts;
  private readonly cached = new Map<string, CachedCount>();
  private readonly listeners = new Set<() => void>();
  /** How often a count was requested that was not known yet. */
  missed = 0;
  /** Since when there are changes that no round has looked at. */
  private newsSince: number | undefined;
  private watchedAt = Number.NEGATIVE_INFINITY;
  private checkedAt = Number.NEGATIVE_INFINITY;
  private restsUntil = Number.NEGATIVE_INFINITY;
  /** When the slow count that is being made should be. Milliseconds, as of `performance.now()`. */
  private busyUntil = Number.NEGATIVE_INFINITY;
  private isDue = false;
  private notifiedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private alarm: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;

  constructor(parts: CachedCountsParts) {
    this.parts = parts;
    parts.changes.onWake(() => this.changed());
  }

  /** The count, if it is known and at most two seconds old. */
  get(key: string, counter: Counter): number | undefined {
    const one = this.wanted(key, counter);
    const isShown = one.position !== undefined && performance.now() - this.oldSince(one) <= mostOldMs;
    if (!isShown && !one.failed) this.missed += 1;
    return isShown ? one.count : undefined;
  }

  /** The count as it was last made, however old it is; undefined if it never was. It is brought up to date meanwhile. */
  latest(key: string, counter: Counter): LastCount | undefined {
    const one = this.wanted(key, counter);
    const { count, countedAt: at, took } = one;
    if (count === undefined || at === undefined || took === undefined) return undefined;
    return { count, at, took, isOld: one.failed === true || this.oldSince(one) !== Number.POSITIVE_INFINITY };
  }

  private wanted(key: string, counter: Counter): CachedCount {
    const one: CachedCount = this.cached.get(key) ?? { counter, requestedAt: 0 };
    this.cached.set(key, one);
    this.watchedAt = performance.now();
    one.requestedAt = this.watchedAt;
    if (this.oldSince(one) !== Number.POSITIVE_INFINITY) this.schedule();
    return one;
  }

  /** Calls back whenever counts may have changed, or are no longer shown. Returns a function that ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    this.schedule();
    return () => this.listeners.delete(listener);
  }

  /** Waits for the counts asked for, but no longer than this. Milliseconds. */
  async settle(longest: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longest);
    const end = this.listen(resolve);
    await promise;
    end();
    clearTimeout(timer);
  }

  /**
   * At least how long it takes until an outdated count is made again, in milliseconds: after a round there is a rest, which may be
   * minutes if the round was, and waiting for it is in vain.
   */
  get resumesIn(): number {
    return Math.max(0, (this.round ? this.busyUntil : this.restsUntil) - performance.now());
  }

  /** Waits for the count in progress and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.alarm);
    await this.round;
  }

  /** Since when a count may be outdated; infinity if it is not. */
  private oldSince({ position, staleSince, altersAt }: CachedCount): number {
    if (position === undefined) return Number.NEGATIVE_INFINITY;
    const overdue = altersAt ? this.parts.clock().getTime() - altersAt * 1000 : -1;
    return Math.min(
      staleSince ?? Number.POSITIVE_INFINITY,
      overdue >= 0 ? performance.now() - overdue : Number.POSITIVE_INFINITY,
      this.newsSince ?? Number.POSITIVE_INFINITY,
      // Without the feed nobody would tell.
      this.parts.changes.isConnected ? Number.POSITIVE_INFINITY : this.checkedAt,
    );
  }

  private get isWatched(): boolean {
    return this.listeners.size > 0 || performance.now() - this.watchedAt < watchedMs;
  }

  private changed(): void {
    if (this.newsSince === undefined && this.listeners.size > 0) setTimeout(() => this.notify(), mostOldMs + 1).unref();
    this.newsSince ??= performance.now();
    if (this.isWatched) this.schedule();
  }

  private notify(): void {
    this.notifiedAt = performance.now();
    for (const listener of this.listeners) listener();
  }

  private schedule(): void {
    this.isDue = this.round !== undefined;
    if (this.timer || this.round || this.stopped) return;
    const wait = Math.max(gatherMs, this.restsUntil - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.round = this.recount()
        .catch(this.parts.onError)
        .finally(() => {
          this.round = undefined;
          this.notify();
          if (this.isDue || (this.newsSince !== undefined && this.isWatched)) this.schedule();
        });
    }, wait);
  }

  /** Counts again what has been altered since it was counted. */
  private async recount(): Promise<void> {
    const begun = performance.now();
    const since = this.newsSince ?? begun;
    this.newsSince = undefined;
    this.busyUntil = Number.NEGATIVE_INFINITY;
    this.forget();
    try {
      const stale = await this.findStale(since);
      this.checkedAt = begun;
      // Quick ones do not wait for slow ones, nor do those who look at them.
      const [quick, slow] = [stale.filter((one) => !isSlow(one)), stale.filter(isSlow)];
      for (const one of quick) await this.count(one);
      if (quick.length > 0 && slow.length > 0) this.notify();
      for (const one of slow) {
        this.busyUntil = performance.now() + (one.took ?? 0);
        await this.count(one);
      }
    } catch (error) {
      this.newsSince ??= since;
      throw error;
    } finally {
      this.restsUntil = begun + Math.max(restMs, restTimes * (performance.now() - begun));
      this.setAlarm();
    }
  }

  /** Drops what nobody asks for any more, such as the counts of a removed view: listeners ask whenever they are told. */
  private forget(): void {
    const { retentionMs = 600_000 } = this.parts;
    const before = Math.min(this.notifiedAt, performance.now() - retentionMs);
    for (const [key, { requestedAt }] of this.cached) if (requestedAt < before) this.cached.delete(key);
  }

  private async findStale(since: number): Promise<CachedCount[]> {
    const all = [...this.cached.values()];
    const kinds = [...new Set(all.flatMap(({ counter }) => counter.kinds))];
    const positions = await this.parts.work.read(systemCaller('counts'), (ctx) => positionsOf(ctx.db, kinds));
    const now = inSeconds(this.parts.clock());
    const stale = all.filter(
      (one) => one.position !== positions.of(one.counter.kinds) || (one.altersAt ?? now + 1) <= now,
    );
    for (const one of stale) one.staleSince ??= since;
    return stale;
  }

  /** Counts in one snapshot, together with where the feed stands in it. */
  private async count(one: CachedCount): Promise<void> {
    if (this.stopped) return;
    const { kinds, count, altersAt } = one.counter;
    const begun = performance.now();
    try {
      const counted = await this.parts.work.read(
        systemCaller('counts'),
        async (ctx) => ({
          position: (await positionsOf(ctx.db, kinds)).of(kinds),
          count: await count(ctx),
          altersAt: (await altersAt?.(ctx)) ?? null,
          countedAt: this.parts.clock().getTime(),
          staleSince: undefined,
          failed: false,
        }),
        { snapshot: true },
      );
      Object.assign(one, counted, { took: performance.now() - begun });
    } catch (error) {
      one.failed = true;
      this.parts.onError(error);
    }
  }

  /** Wakes at the next moment at which a count alters by itself. */
  private setAlarm(): void {
    clearTimeout(this.alarm);
    const next = Math.min(...[...this.cached.values()].map(({ altersAt }) => altersAt ?? Number.POSITIVE_INFINITY));
    if (this.stopped || !Number.isFinite(next)) return;
    const ms = Math.min(Math.max(next * 1000 - this.parts.clock().getTime(), restMs), watchedMs);
    this.alarm = setTimeout(() => this.isWatched && this.schedule(), ms).unref();
  }
}
