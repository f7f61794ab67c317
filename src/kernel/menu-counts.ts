import type { Context } from './context.ts';
import type { MenuItem } from './http/page-frame.rules.ts';
import { systemCaller, type UnitOfWork } from './unit-of-work.ts';

/** Counts what a menu entry leads to. It may take its time: nobody waits for it. */
export type MenuCounter = (ctx: Context) => Promise<number>;

/** An entry as a feature declares it. */
export interface CountedItem extends Omit<MenuItem, 'count'> {
  count?: MenuCounter;
}

interface MenuCountsParts {
  work: UnitOfWork;
  clock: () => Date;
  onError: (error: unknown) => void;
}

// How old counts may get, and how old after a change: an import commits many. Milliseconds.
const freshMs = 60_000;
const restMs = 5000;

/**
 * The counts beside menu entries. A page shows those that are known and waits for none; if they are old, they are
 * counted again in the background, one at a time, for the pages that follow.
 */
export class MenuCounts {
  private readonly parts: MenuCountsParts;
  private readonly items: readonly CountedItem[];
  private readonly counts = new Map<string, number>();
  private countedAt = Number.NEGATIVE_INFINITY;
  private isChanged = false;
  private counting: Promise<void> | undefined;
  private stopped = false;

  constructor(items: readonly CountedItem[], parts: MenuCountsParts) {
    this.items = items;
    this.parts = parts;
  }

  /** The menu with the counts that are known now. */
  menu(): MenuItem[] {
    const age = this.parts.clock().getTime() - this.countedAt;
    if (age >= (this.isChanged ? restMs : freshMs) && !this.stopped) this.counting ??= this.count();
    return this.items.map(({ count: _counter, ...item }) => {
      const count = this.counts.get(item.href);
      return count === undefined ? item : { ...item, count };
    });
  }

  /** Something was committed, here or by another process. */
  changed(): void {
    this.isChanged = true;
  }

  /** Waits for a count under way, and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.counting;
  }

  private async count(): Promise<void> {
    const { work, clock, onError } = this.parts;
    this.countedAt = clock().getTime();
    this.isChanged = false;
    for (const { href, count } of this.items) {
      if (!count || this.stopped) continue;
      try {
        this.counts.set(href, await work.read(systemCaller('menu'), count, { replica: true }));
      } catch (error) {
        onError(error);
      }
    }
    this.counting = undefined;
  }
}
