import type { Context } from './context.ts';
import { systemCaller, type UnitOfWork } from './unit-of-work.ts';

/** Counts something. It may take its time: nobody waits for it. */
export type Counter = (ctx: Context) => Promise<number>;

interface BackgroundCountsParts {
  work: UnitOfWork;
  clock: () => Date;
  onError: (error: unknown) => void;
}

interface Known {
  count: number | undefined;
  /** When it was last asked for. */
  askedAt: number;
  /** It waits for its turn, or is being counted. */
  isInLine: boolean;
}

// How old counts may get, and how old after a change: an import commits many. Milliseconds.
const freshMs = 60_000;
const restMs = 5000;
// How many counts are kept. Whoever asks for another starts again.
const mostKept = 2000;

/**
 * Counts that pages show beside links. A page shows those that are known and waits for none; those that are old are
 * counted again in the background, one at a time, for the pages that follow.
 */
export class BackgroundCounts {
  private readonly parts: BackgroundCountsParts;
  private readonly known = new Map<string, Known>();
  /** How often something was asked for that had never been counted yet, and was about to be. */
  missed = 0;
  private changedAt = Number.NEGATIVE_INFINITY;
  private line: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(parts: BackgroundCountsParts) {
    this.parts = parts;
  }

  /** The count as it was last known, if it is. */
  get(key: string, counter: Counter): number | undefined {
    const now = this.parts.clock().getTime();
    const known = this.known.get(key) ?? { count: undefined, askedAt: Number.NEGATIVE_INFINITY, isInLine: false };
    const mayBeOld = this.changedAt >= known.askedAt ? restMs : freshMs;
    // One that takes longer than it stays fresh is counted to its end all the same.
    if (!known.isInLine && now - known.askedAt >= mayBeOld && !this.stopped) {
      if (this.known.size >= mostKept) this.known.clear();
      this.known.set(key, Object.assign(known, { askedAt: now, isInLine: true }));
      this.line = this.line.then(() => this.count(known, counter));
    }
    if (known.count === undefined && known.isInLine) this.missed += 1;
    return known.count;
  }

  /** Waits for what is in line, but no longer than this. Milliseconds. */
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

  /** Waits for a count under way, and starts no other. */
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
