// The delay before a change is shown, so that changes close together are fetched once; randomized, so that browsers do
// not all ask at the same moment. Then the minimum and maximum rest. Milliseconds.
const soonMs = 150;
const restMs = 1000;
const mostMs = 30_000;

/**
 * A throttle: runs the action soon after a request, at most once a second, and less and less often while requests keep
 * coming.
 */
export class Pace {
  private readonly act: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private rest = restMs;
  private last = Number.NEGATIVE_INFINITY;

  constructor(act: () => void) {
    this.act = act;
  }

  request(): void {
    if (this.timer !== undefined) return;
    const passed = performance.now() - this.last;
    if (passed > 2 * this.rest) this.rest = restMs;
    const wait = Math.max(soonMs * (1 + Math.random()), this.rest - passed);
    this.timer = setTimeout(() => this.run(), wait);
  }

  private run(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.rest = Math.min(2 * this.rest, mostMs);
    this.act();
  }
}
