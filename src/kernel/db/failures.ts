import pg from 'pg';

/** Thrown by a query whose connection failed, broke or did not answer in time. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}

/** Whether the database is the cause: it refused a statement, or did not answer. */
export const isFromDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || error instanceof DatabaseUnreachable;
