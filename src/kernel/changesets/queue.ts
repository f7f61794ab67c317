import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../work/context.ts';
import type { ComingQuery } from './coming.ts';
import { DueSets, type Parts, type ScheduledSets } from './due-sets.ts';
import type { StoredSet } from './stored-sets.ts';

// The maximum interval between looks; a process wakes earlier for the next that it knows of. Milliseconds.
const pollMs = 500;

/**
 * Applies change sets once they are due, in this process and in others, each once: those that change the same record in the
 * order of their times, others independently of each other. A process that dies leaves a set as it was, for another one.
 */
export class DueQueue {
  /** What each feature has scheduled, in the order in which sets of one time are applied. */
  readonly coming = new Map<string, ComingQuery>();
  /** Those who apply them, in the same order. */
  readonly sets: Pick<
    DueSets<never>,
    'source' | 'reaching' | 'applyOne' | 'millisecondsToNext' | 'beginDue' | 'ended'
  >[] = [];
  private readonly parts: Parts;
  private stopped = false;
  private polling: Promise<void> | undefined;
  private pause = new AbortController();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  add<Row extends StoredSet>(sets: ScheduledSets<Row>): void {
    const one = new DueSets(sets, this.parts, {
      coming: this.coming,
      goesOn: () => this.goesOn,
      pollAgain: () => this.pause.abort(),
      isAnotherDue: (ctx) => this.isAnotherDue(ctx, sets.stored.entity),
    });
    this.sets.push(one);
    this.coming.set(sets.stored.entity, sets.coming);
  }

  start(): void {
    this.polling ??= this.poll();
  }

  /** Ends after what is in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    await this.polling;
    await Promise.all(this.sets.map((one) => one.ended()));
  }

  /** Whether more may be applied: not while it stops, nor while the office is only read. */
  private get goesOn(): boolean {
    return !this.stopped && !this.parts.maintenance.isOn;
  }

  /** Whether another feature has something due. */
  private async isAnotherDue(ctx: Context, source: string): Promise<boolean> {
    const others = this.sets.filter((one) => one.source !== source);
    const next = await Promise.all(others.map((one) => one.millisecondsToNext(ctx)));
    return next.some((inMs) => inMs !== null && inMs <= 0);
  }

  private async poll(): Promise<void> {
    while (!this.stopped) {
      this.pause = new AbortController();
      const pauses = this.goesOn ? await Promise.all(this.sets.map((one) => one.beginDue())) : [];
      await sleep(Math.min(pollMs, ...pauses), undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }
}
