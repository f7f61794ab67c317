import { type LineOptions, WaitingLine } from './waiting-line.ts';

/** Runs tasks with the same key one after another in this process; tasks with other keys do not wait. */
export class Turns {
  private readonly options: LineOptions;
  private readonly lines = new Map<string, WaitingLine>();

  constructor(options: LineOptions = { longest: Number.POSITIVE_INFINITY }) {
    this.options = options;
  }

  /** Runs `act` after all earlier tasks with this key. Throws AppError 503 if too many wait, or for too long. */
  async take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const line = this.lines.get(key) ?? new WaitingLine(1, this.options);
    this.lines.set(key, line);
    try {
      return await line.run(act);
    } finally {
      if (line.isIdle && this.lines.get(key) === line) this.lines.delete(key);
    }
  }
}
