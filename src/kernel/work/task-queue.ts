import { AppError } from '../messages/errors.ts';

/** Called with the number of tasks ahead whenever it changes; 0 once its turn has come. */
export type OnPosition = (ahead: number) => void;

interface Waiting extends TaskOptions {
  need: number;
  begin: () => void;
}

/** What one task takes, and who hears of its position in the queue. */
interface TaskOptions {
  /** How much of the capacity it takes; 1 by default. One that needs more than all of it runs alone. */
  need?: number;
  onPosition?: OnPosition | undefined;
}

/** How long a queue may get. */
interface TaskQueueOptions {
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
export const overloaded = (): AppError => new AppError(503, 'error.crowded', undefined, { retryAfter });

/**
 * Limits what runs at a time in this process: a number of tasks, or a capacity that each takes its part of. The others
 * queue in order of arrival.
 */
export class TaskQueue {
  private readonly capacity: number;
  private readonly longest: number;
  private readonly withinMs: number | undefined;
  private readonly refusal: () => AppError;
  private free: number;
  private readonly waiting: Waiting[] = [];

  constructor(capacity: number, { longest = 100, withinMs, refusal = tooManyLongTasks }: TaskQueueOptions = {}) {
    this.capacity = capacity;
    this.free = capacity;
    this.longest = longest;
    this.withinMs = withinMs;
    this.refusal = refusal;
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.free === this.capacity;
  }

  /** Runs `act` when its turn comes. Throws AppError 503 if the queue is too long. */
  async run<T>(act: () => Promise<T>, { need, onPosition }: TaskOptions = {}): Promise<T> {
    const part = this.partOf(need);
    if (!this.takeFree(part)) await this.wait(part, onPosition);
    try {
      return await act();
    } finally {
      this.leave(part);
    }
  }

  /** Waits like {@link run}; returns the function that lets the next begin, to be called once. */
  async enter(): Promise<() => void> {
    const part = this.partOf();
    if (!this.takeFree(part)) await this.wait(part, undefined);
    return () => this.leave(part);
  }

  private partOf(need = 1): number {
    return Math.min(need, this.capacity);
  }

  private takeFree(part: number): boolean {
    if (this.waiting.length > 0 || part > this.free) return false;
    this.free -= part;
    return true;
  }

  private wait(need: number, onPosition: OnPosition | undefined): Promise<void> {
    if (this.waiting.length >= this.longest) throw this.refusal();
    return new Promise((resolve, reject) => {
      const late = this.withinMs === undefined ? undefined : setTimeout(() => this.giveUp(one, reject), this.withinMs);
      const begin = () => {
        clearTimeout(late);
        resolve();
      };
      const one = { need, begin, onPosition };
      this.waiting.push(one);
      onPosition?.(this.waiting.length);
    });
  }

  private giveUp(one: Waiting, reject: (error: AppError) => void): void {
    this.waiting.splice(this.waiting.indexOf(one), 1);
    this.notifyPositions();
    reject(this.refusal());
    // It may have needed more than those behind it.
    this.leave(0);
  }

  /** Lets those begin that fit, in order; what they take is never free in between. */
  private leave(part: number): void {
    this.free += part;
    for (let [next] = this.waiting; next && next.need <= this.free; [next] = this.waiting) {
      this.free -= next.need;
      this.waiting.shift();
      this.notifyPositions();
      next.onPosition?.(0);
      next.begin();
    }
  }

  private notifyPositions(): void {
    for (const [index, { onPosition }] of this.waiting.entries()) onPosition?.(index + 1);
  }
}

/** Runs tasks with the same key one after another in this process; tasks with other keys do not wait. */
export class Turns {
  private readonly options: TaskQueueOptions;
  private readonly queues = new Map<string, TaskQueue>();

  constructor(options: TaskQueueOptions = { longest: Number.POSITIVE_INFINITY }) {
    this.options = options;
  }

  /** Runs `act` after all earlier tasks with this key. Throws AppError 503 if too many wait, or for too long. */
  async take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? new TaskQueue(1, this.options);
    this.queues.set(key, queue);
    try {
      return await queue.run(act);
    } finally {
      if (queue.isIdle && this.queues.get(key) === queue) this.queues.delete(key);
    }
  }
}
