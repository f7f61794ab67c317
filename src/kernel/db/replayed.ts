import { sql } from 'kysely';
import type { Database } from './database.ts';
import { Momentary } from './momentary.ts';

// Lists of one screen share an answer. Milliseconds.
const freshMs = 1000;

/** How far a replica has followed its primary: up to which commits, by the primary's clock. */
export class Replayed {
  private readonly db: Database;
  private readonly until = new Momentary<number>(freshMs);

  constructor(db: Database) {
    this.db = db;
  }

  /** Whether it has everything that was committed before a moment, in seconds; not if it does not answer. */
  async has(moment: number): Promise<boolean> {
    return (await this.until.get(() => this.query()).catch(() => Number.NEGATIVE_INFINITY)) >= moment;
  }

  private async query(): Promise<number> {
    const { rows } = await sql<{ until: number | null }>`
      select case when pg_is_in_recovery() then extract(epoch from pg_last_xact_replay_timestamp())::float8
        else 'infinity' end as until`.execute(this.db);
    return rows[0]?.until ?? Number.NEGATIVE_INFINITY;
  }
}
