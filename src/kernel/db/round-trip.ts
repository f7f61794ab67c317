import type pg from 'pg';

/** The values of a statement that ends its transaction: `commit` is sent with it; see last-statement.ts. */
export class LastValues {
  readonly values: readonly unknown[];
  constructor(values: readonly unknown[]) {
    this.values = values;
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
  // Only here, since the driver refuses COPY in this mode.
  const mode = client as unknown as { pipeline: boolean };
  mode.pipeline = statements.length > 1;
  const answers = await Promise.allSettled(statements.map((statement) => client.query(statement)));
  mode.pipeline = false;
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
