import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../work/context.ts';

/** Rows that one process works on at a time: their table has the columns `claim` (uuid) and `claimed_until` (timestamptz). */
interface ClaimedTable {
  table: string;
  /** The column of its primary key. */
  key: string;
  /** How long a claim lasts unless it is extended: longer than what is done under it can take. */
  seconds: number;
}

/** Rows to claim: those for which `where` is true, the first `limit` of them in this order. */
interface Wanted {
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: number;
}

/** Claims on the rows of a table. */
export interface Claims {
  /** Claims rows that nobody has a claim on, or whose claim has ended; answers their keys. Skips those that others lock. */
  take(ctx: Context, claim: string, wanted: Wanted): Promise<number[]>;
  /** Extends a claim, and locks its row until the transaction ends; false if the row is another's by now. */
  extend(ctx: Context, claim: string, id: number): Promise<boolean>;
  /** Ends a claim: the row is free for other processes. False if it is another's by now. */
  end(ctx: Context, claim: string, id: number): Promise<boolean>;
}

/** Claimed, but not ended in time: the process is dead, or it hangs. */
export const hasRunOut: RawBuilder<boolean> = sql<boolean>`claimed_until <= now()`;

/**
 * How processes share the work on the rows of a table, each row by one of them. A process that dies keeps its rows only until
 * a moment. That moment is one of the database's clock, as those of two instances may differ by more.
 */
export function claimsOn({ table, key, seconds }: ClaimedTable): Claims {
  const [rows, id] = [sql.table(table), sql.ref(key)];
  const until = sql`now() + make_interval(secs => ${seconds})`;
  const isOwn = (claim: string, of: number) => sql`${id} = ${of} and claim = ${claim}`;
  return {
    take: async ({ db }, claim, { where, order, limit }) => {
      const taken = await sql<{ id: number }>`
        update ${rows} set claim = ${claim}, claimed_until = ${until}
        where ${id} in (
          select ${id} from ${rows} where coalesce(${hasRunOut}, true) and (${where}) order by ${order} limit ${limit}
          for no key update skip locked)
        returning ${id} as id`.execute(db);
      return taken.rows.map((row) => row.id);
    },
    extend: async ({ db }, claim, of) => {
      const { numAffectedRows } = await sql`
        update ${rows} set claimed_until = ${until} where ${isOwn(claim, of)}`.execute(db);
      return Number(numAffectedRows ?? 0) > 0;
    },
    end: async ({ db }, claim, of) => {
      const { numAffectedRows } = await sql`
        update ${rows} set claim = null, claimed_until = null where ${isOwn(claim, of)}`.execute(db);
      return Number(numAffectedRows ?? 0) > 0;
    },
  };
}
