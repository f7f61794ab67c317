import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { killableOffices } from './killable.ts';

/** Where a process is stopped. */
interface Stop {
  on: 'insert' | 'update';
  at?: number;
  /** A condition on the row. */
  when?: string;
  within?: 'statement' | 'commit';
}

/**
 * Stops processes in the middle of a transaction, at the nth row that is written to a table, until they are let go: the place at
 * which a test kills one.
 */
export function stoppedRows({ query, connect }: Pick<ReturnType<typeof killableOffices>, 'query' | 'connect'>) {
  let gate: pg.Client;
  let stopped: string | undefined;
  beforeAll(async () => {
    gate = await connect();
  });
  afterAll(() => gate.end());
  return {
    /** Stops whoever writes the `at`th row of those that meet `when`, from now on; `within` its commit, which then goes through. */
    stopAt: async (table: string, { on, at = 1, when = 'true', within = 'statement' }: Stop): Promise<void> => {
      const trigger =
        within === 'commit'
          ? `create constraint trigger stopped after ${on} on ${table} deferrable initially deferred`
          : `create trigger stopped before ${on} on ${table}`;
      await query(`
        drop sequence if exists stopped_rows; create sequence stopped_rows;
        create or replace function stop_row() returns trigger language plpgsql as $$
        begin
          if nextval('stopped_rows') = ${at} then perform pg_advisory_xact_lock(4711); end if;
          return new;
        end $$;
        ${trigger} for each row when (${when}) execute function stop_row()`);
      await gate.query('select pg_advisory_lock(4711)');
      stopped = table;
    },
    /** Whether a process is stopped now. */
    isStopped: async (): Promise<boolean> => {
      // The locks of all databases of the server are there.
      const waiting = await query(`
        select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
          and database = (select oid from pg_database where datname = current_database())`);
      return waiting.length > 0;
    },
    /** Lets go, once the connections of a killed process are gone too, and holds nobody any more. */
    letGo: async (): Promise<void> => {
      await gate.query('select pg_advisory_unlock(4711)');
      await query(`drop trigger stopped on ${stopped}`);
    },
  };
}
