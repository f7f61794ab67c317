import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The values of a statement that is sent in a special way; a query has them instead of its own values. */
export class Sent {
  readonly values: readonly unknown[];
  /** It ends its transaction, so `commit` is sent with it; see last-statement.ts. */
  readonly isLast: boolean;
  /** Its plan is the same for any values; see generic-plan.ts. */
  readonly isGeneric: boolean;

  constructor(values: readonly unknown[], { isLast = false, isGeneric = false } = {}) {
    this.values = values;
    this.isLast = isLast;
    this.isGeneric = isGeneric;
  }

  /** The values of a query, however it is sent. */
  static valuesOf(given: readonly unknown[]): readonly unknown[] {
    const [first] = given;
    return first instanceof Sent ? first.values : given;
  }
}

/**
 * Sends statements without waiting in between, and waits for all answers; the first failure is thrown. Each is answered
 * on its own: after a failure in a transaction, the others fail too, and `commit` rolls back.
 */
export async function inOneRoundTrip(
  client: pg.PoolClient,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult[]> {
  const driver = client as unknown as { pipeline: boolean; connection: { stream: Writable } };
  const { stream } = driver.connection;
  // Only here, since the driver refuses COPY in this mode.
  driver.pipeline = statements.length > 1;
  // All go to the network with one system call.
  stream.cork();
  const answering = Promise.allSettled(statements.map((statement) => client.query(statement)));
  stream.uncork();
  const answers = await answering;
  driver.pipeline = false;
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}

/** The answer to a `begin`, `commit` or `rollback` that is sent with another statement, or not needed. */
export const unsent = (command: string): pg.QueryResult => ({
  command: command.toUpperCase(),
  rowCount: null,
  oid: 0,
  rows: [],
  fields: [],
});
