import { sql } from 'kysely';
import type { Database } from './database.ts';

// Lists of one screen share an answer. Milliseconds.
const freshMs = 1000;

/** How far a replica has followed its primary: up to which commits, by the primary's clock. */
export class Replayed {
  private readonly db: Database;
  private until = Number.NEGATIVE_INFINITY;
  private queriedAt = Number.NEGATIVE_INFINITY;
  private pending: Promise<number> | undefined;

  constructor(db: Database) {
    this.db = db;
  }

  /** Whether it has everything that was committed before a moment, in seconds; not if it does not answer. */
  async has(moment: number): Promise<boolean> {
    if (performance.now() < this.queriedAt + freshMs) return this.until >= moment;
    this.pending ??= this.query().finally(() => {
      this.pending = undefined;
    });
    return (await this.pending.catch(() => Number.NEGATIVE_INFINITY)) >= moment;
  }

  private async query(): Promise<number> {
    const { rows } = await sql<{ until: number | null }>`
      select case when pg_is_in_recovery() then extract(epoch from pg_last_xact_replay_timestamp())::float8
        else 'infinity' end as until`.execute(this.db);
    this.until = rows[0]?.until ?? Number.NEGATIVE_INFINITY;
    this.queriedAt = performance.now();
    return this.until;
  }
}
