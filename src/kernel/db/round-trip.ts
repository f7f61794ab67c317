import type pg from 'pg';

/**
 * Sends statements without waiting in between, and waits for all answers. Each is answered on its own: after a failure in
 * a transaction, the others fail too, and `commit` rolls back.
 */
export async function sendAll(
  client: pg.Client,
  statements: readonly pg.QueryConfig[],
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  const { stream } = client.connection;
  // All go to the network with one system call.
  stream.cork();
  const answering = Promise.allSettled(statements.map((statement) => client.query(statement)));
  stream.uncork();
  return answering;
}

/** Their answers; the first failure is thrown. */
export async function inOneRoundTrip(
  client: pg.Client,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult[]> {
  const answers = await sendAll(client, statements);
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}
