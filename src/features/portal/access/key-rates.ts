const windowMs = 60_000;

/** Counts the requests of each key in this process, per minute. */
export class KeyRates {
  private readonly clock: () => number;
  private readonly windows = new Map<number, { end: number; count: number }>();

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /** Counts a request; returns 0 if it may proceed, else the seconds to wait. A `most` of 0 means no limit. */
  count(key: number, most: number): number {
    const now = this.clock();
    const window = this.windows.get(key);
    if (!window || window.end <= now) {
      this.windows.set(key, { end: now + windowMs, count: 1 });
      return 0;
    }
    window.count += 1;
    return most > 0 && window.count > most ? Math.ceil((window.end - now) / 1000) : 0;
  }
}
