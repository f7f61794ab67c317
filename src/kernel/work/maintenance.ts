import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../messages/errors.ts';

/** The key under which the settings hold whether the office is only read. */
export const maintenanceKey = 'maintenance';

// How often an instance asks, so that all know within a second. Milliseconds.
const pollEveryMs = 500;

// When a refused caller should try again. Seconds.
const retryAfter = 60;

/**
 * Whether an operator has switched the office to reading only, for all instances: calls that write are refused, and work
 * in the background waits. See docs/operations/maintenance.md.
 */
export class Maintenance {
  private readonly db: Database;
  private isOnNow = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(db: Database) {
    this.db = db;
  }

  get isOn(): boolean {
    return this.isOnNow;
  }

  /** Asks once; if the database does not answer, what was known stays. */
  async poll(): Promise<void> {
    try {
      const { rows } = await sql<{ on: boolean }>`
        select exists (select from setting where key = ${maintenanceKey} and value = 'true') as on`.execute(this.db);
      const was = this.isOnNow;
      this.isOnNow = rows[0]?.on ?? false;
      if (this.isOnNow !== was) for (const listener of this.listeners) listener();
    } catch {
      // Calls report a database that does not answer.
    }
  }

  /** Calls back whenever {@link isOn} is another; returns a function that ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Asks now, and again and again until it is stopped. */
  async start(): Promise<void> {
    await this.poll();
    let isPolling = false;
    this.timer = setInterval(() => {
      if (isPolling) return;
      isPolling = true;
      void this.poll().finally(() => {
        isPolling = false;
      });
    }, pollEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Waits until it is over; rejects if the work is to end instead. */
  async over(signal: AbortSignal): Promise<void> {
    while (this.isOnNow) await sleep(pollEveryMs, undefined, { signal });
  }

  /** Refuses what would write. */
  refuse(): void {
    if (this.isOnNow) throw new AppError(503, 'error.maintenance', undefined, { retryAfter });
  }
}
