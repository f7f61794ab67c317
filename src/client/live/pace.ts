// How soon a change is shown, so that changes that come together are fetched once; irregular, so that not every browser
// asks at the same moment. Then how long to rest at least and at most. Milliseconds.
const soonMs = 150;
const restMs = 1000;
const mostMs = 30_000;

/**
 * Does something soon after it is asked to, however often: once a second at most, and less and less often while it never
 * stops being asked.
 */
export class Pace {
  private readonly act: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private rest = restMs;
  private last = Number.NEGATIVE_INFINITY;

  constructor(act: () => void) {
    this.act = act;
  }

  ask(): void {
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
