import { type Kysely, sql } from 'kysely';

/** Reads as of one moment, for as long as it takes. */
export const inSnapshot = <T>(db: Kysely<unknown>, read: (trx: Kysely<unknown>) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(trx);
      return read(trx);
    });
