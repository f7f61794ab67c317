import { AppError } from '../messages/errors.ts';

/** Called with the number of tasks ahead whenever it changes; 0 once its turn has come. */
export type OnPlace = (ahead: number) => void;

interface Waiting {
  begin: () => void;
  onPlace: OnPlace | undefined;
}

/** How long a queue may get. */
export interface LineOptions {
  /** How many tasks may wait; 100 by default: more could not be served in time. */
  longest?: number;
  /** How long a task may wait, in milliseconds; by default for ever. */
  withinMs?: number;
  /** The error for tasks beyond these limits. */
  refusal?: () => AppError;
}

const tooManyLongTasks = () => new AppError(503, 'error.busy');

// What clients are told to wait before they try again. Seconds.
const retryAfter = 5;

/** The refusal for short tasks, whose queue is soon over. */
export const crowded = (): AppError => new AppError(503, 'error.crowded', undefined, { retryAfter });

/** Limits how many tasks run at a time in this process; the others queue in order of arrival. */
export class WaitingLine {
  private readonly places: number;
  private readonly longest: number;
  private readonly withinMs: number | undefined;
  private readonly refusal: () => AppError;
  private taken = 0;
  private readonly waiting: Waiting[] = [];

  constructor(places: number, { longest = 100, withinMs, refusal = tooManyLongTasks }: LineOptions = {}) {
    this.places = places;
    this.longest = longest;
    this.withinMs = withinMs;
    this.refusal = refusal;
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.taken === 0;
  }

  /** Runs `act` when its turn comes. Throws AppError 503 if the queue is too long. */
  async run<T>(act: () => Promise<T>, onPlace?: OnPlace): Promise<T> {
    if (!this.takeFree()) await this.wait(onPlace);
    try {
      return await act();
    } finally {
      this.leave();
    }
  }

  /** Waits like {@link run}; returns the function that gives the place to the next, to be called once. */
  async enter(): Promise<() => void> {
    if (!this.takeFree()) await this.wait();
    return () => this.leave();
  }

  private takeFree(): boolean {
    if (this.taken >= this.places) return false;
    this.taken += 1;
    return true;
  }

  private wait(onPlace?: OnPlace): Promise<void> {
    if (this.waiting.length >= this.longest) throw this.refusal();
    return new Promise((resolve, reject) => {
      const late = this.withinMs === undefined ? undefined : setTimeout(() => this.giveUp(one, reject), this.withinMs);
      const begin = () => {
        clearTimeout(late);
        resolve();
      };
      const one = { begin, onPlace };
      this.waiting.push(one);
      onPlace?.(this.waiting.length);
    });
  }

  private giveUp(one: Waiting, reject: (error: AppError) => void): void {
    this.waiting.splice(this.waiting.indexOf(one), 1);
    this.tellPlaces();
    reject(this.refusal());
  }

  /** Hands the slot directly to the next in the queue, without freeing it in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (!next) {
      this.taken -= 1;
      return;
    }
    this.tellPlaces();
    next.onPlace?.(0);
    next.begin();
  }

  private tellPlaces(): void {
    for (const [index, { onPlace }] of this.waiting.entries()) onPlace?.(index + 1);
  }
}
