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

/** The SQLSTATE of a statement that was refused; empty for an error without a code. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

// The client's own words, which have no codes.
const lost =
  /^Connection terminated|not queryable$|^timeout (expired|exceeded)|^Query read timeout$|listens to changes ended/;
const lostCodes = /^(E(CONN\w+|PIPE|TIMEDOUT|NETUNREACH|HOSTUNREACH|AI_AGAIN|NOTFOUND|NOENT)|ERR_STREAM_\w+)$/;
// Shutting down, starting, out of connections; read-only since a failover; disks that fail.
const lostStates = /^(08|53|57P|58|25006)/;

/**
 * Whether an error of a connection means that it, or its server, is gone for now. A statement that was refused or took
 * too long is none.
 */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  if (error instanceof pg.DatabaseError) return lostStates.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isLostConnection);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return lost.test(error.message) || (lostCodes.test(code) && !('path' in error));
}
