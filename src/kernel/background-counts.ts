import type { Context } from './context.ts';
import { systemCaller, type UnitOfWork } from './unit-of-work.ts';

/** Counts something. It may be slow: nobody waits for it. */
export type Counter = (ctx: Context) => Promise<number>;

interface BackgroundCountsParts {
  work: UnitOfWork;
  clock: () => Date;
  onError: (error: unknown) => void;
}

interface Known {
  count: number | undefined;
  /** When it was last queued. */
  askedAt: number;
  /** It is queued or being counted. */
  isInLine: boolean;
}

// How old a count may get, and how old after a change: an import commits many. Milliseconds.
const freshMs = 60_000;
const restMs = 5000;
// How many counts are kept. Beyond this, all are dropped.
const mostKept = 2000;

/**
 * Counts shown beside links. A page shows the known counts and never waits; stale ones are recounted in the background,
 * one at a time, for later pages.
 */
export class BackgroundCounts {
  private readonly parts: BackgroundCountsParts;
  private readonly known = new Map<string, Known>();
  /** How often a count was requested that was queued but had never been known. */
  missed = 0;
  private changedAt = Number.NEGATIVE_INFINITY;
  private line: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(parts: BackgroundCountsParts) {
    this.parts = parts;
  }

  /** The last known count, if any. */
  get(key: string, counter: Counter): number | undefined {
    const now = this.parts.clock().getTime();
    const known = this.known.get(key) ?? { count: undefined, askedAt: Number.NEGATIVE_INFINITY, isInLine: false };
    const mayBeOld = this.changedAt >= known.askedAt ? restMs : freshMs;
    // A count that takes longer than it stays fresh is still finished.
    if (!known.isInLine && now - known.askedAt >= mayBeOld && !this.stopped) {
      if (this.known.size >= mostKept) this.known.clear();
      this.known.set(key, Object.assign(known, { askedAt: now, isInLine: true }));
      this.line = this.line.then(() => this.count(known, counter));
    }
    if (known.count === undefined && known.isInLine) this.missed += 1;
    return known.count;
  }

  /** Waits for queued counts, but no longer than this. Milliseconds. */
  async settle(longest: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longest);
    });
    await Promise.race([this.line, enough]);
    clearTimeout(timer);
  }

  /** Something was committed, here or by another process. */
  changed(): void {
    this.changedAt = this.parts.clock().getTime();
  }

  /** Waits for the count in progress and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.line;
  }

  private async count(into: Known, counter: Counter): Promise<void> {
    if (this.stopped) return;
    const { work, onError } = this.parts;
    try {
      into.count = await work.read(systemCaller('counts'), counter, { replica: true });
    } catch (error) {
      onError(error);
    } finally {
      into.isInLine = false;
    }
  }
}
