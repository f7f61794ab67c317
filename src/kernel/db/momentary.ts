/** One value that may be a moment old: who asks meanwhile gets it, or waits for the reading that has begun. */
export class Momentary<T> {
  private readonly forMs: number;
  private latest: { since: number; isRead: boolean; value: Promise<T> } | undefined;

  constructor(forMs: number) {
    this.forMs = forMs;
  }

  /** The value, read if there is none of the last moment. A failure is not kept. */
  get(read: () => Promise<T>): Promise<T> {
    const { latest } = this;
    if (latest && (!latest.isRead || performance.now() < latest.since + this.forMs)) return latest.value;
    const reading = { since: performance.now(), isRead: false, value: read() };
    this.latest = reading;
    reading.value.then(
      () => {
        reading.isRead = true;
      },
      () => {
        this.latest = undefined;
      },
    );
    return reading.value;
  }
}
