import { sql } from 'kysely';
import type { Database } from './database.ts';

// How often the clock is compared with the database's. Milliseconds.
const compareEveryMs = 1000;

/**
 * The database's clock, told without asking: what takes effect by time does so at the same moment on every instance,
 * whatever the clocks of their machines show. It is late by at most the time an answer of the database takes.
 */
export class DatabaseClock {
  private readonly db: Database;
  /** The database's time when our monotonic clock, which nobody can set, was at 0. Milliseconds. */
  private origin = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private isComparing = false;

  constructor(db: Database) {
    this.db = db;
  }

  /** The time now. Call {@link compare} once before the first use. */
  readonly now = (): Date => new Date(Math.floor(this.origin + performance.now()));

  /** Compares it with the database's clock. */
  async compare(): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(this.db);
    // The database read its clock between the question and the answer: more is not known, and a slow answer says little.
    const ms = rows[0]?.ms ?? Number.NaN;
    this.origin = Math.min(Math.max(this.origin, ms - performance.now()), ms - sentAt);
  }

  /** Keeps comparing: the database's clock may be set, or another server take over, and this machine may sleep. */
  start(): void {
    this.timer ??= setInterval(() => void this.compareAgain(), compareEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async compareAgain(): Promise<void> {
    if (this.isComparing) return;
    this.isComparing = true;
    // While the database does not answer, our own monotonic clock goes on.
    await this.compare().catch(() => undefined);
    this.isComparing = false;
  }
}
