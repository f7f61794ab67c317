import { CompiledQuery, type DatabaseConnection, type QueryResult, type TransactionSettings } from 'kysely';
import pg from 'pg';
import { type CopySource, runCopy } from './copy-source.ts';
import { DatabaseUnreachable, isLostConnection } from './failures.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { forgetPlanMode, planModeBefore } from './plan-mode.ts';
import { broken } from './pool.ts';
import { inOneRoundTrip, sendAll } from './round-trip.ts';
import { sendingOf } from './sending.ts';
import { breakOff, type Servers } from './servers.ts';

/** How a pool's statements are sent. */
export interface ClientOptions {
  nameOf: (text: string) => string | undefined;
  /** Statements have names, so that their plans can be generic. */
  plansGenerically: boolean;
  deadlineMs: number;
  /** Sent after what opens a transaction. */
  afterBegin: string;
  servers: Servers;
}

/**
 * Destroys a connection that does not answer in time: everything waiting on it fails, and it is not reused. Its server
 * may have vanished, so we also look for another.
 */
async function inTime<T>(
  client: pg.PoolClient,
  { deadlineMs, servers }: Pick<ClientOptions, 'deadlineMs' | 'servers'>,
  act: () => Promise<T>,
): Promise<T> {
  const done = deadline(deadlineMs, () => {
    broken.add(client);
    void client.end();
    breakOff(client);
    void servers.find();
  });
  try {
    return await act();
  } finally {
    done();
  }
}

/**
 * Calls `miss` when the time is up; returns a function that cancels it. An answer that has arrived but waits for our
 * busy event loop is still in time.
 */
export function deadline(ms: number, miss: () => void): () => void {
  let last: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    last = setImmediate(miss);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}

// A write on a server that has become read-only.
const onlyReads = '25006';

// A commit is late after this time, and others are asked again as often meanwhile. Milliseconds.
const lateMs = 1000;

/**
 * Commits. A commit that waits may wait for a replica that another server has taken over: while it is late, the others are
 * asked which is the database, and its connection is closed if it leads to a former one. If it ends there after all, it is
 * as uncertain as one without an answer.
 */
async function committed<T>(client: pg.PoolClient, servers: Servers, commit: () => Promise<T>): Promise<T> {
  await servers.confirm();
  const began = performance.now();
  const searching = setInterval(() => void servers.find(), lateMs);
  try {
    const answer = await commit();
    if (performance.now() - began > lateMs && (await servers.isOutdated(client).catch(() => true))) {
      broken.add(client);
      throw new Error('The commit ended on a server that is no longer the database.');
    }
    return answer;
  } finally {
    clearInterval(searching);
  }
}

// Their plan does not matter.
const endings = /^(commit|rollback|release|savepoint)\b/;

/** A connection that names its statements, runs COPY, and joins `begin` and `commit` with other statements. */
export class PreparedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  private readonly options: ClientOptions;
  /** What begins the transaction: it is sent with the first statement. */
  private beginning: string | undefined;
  /** `commit` was sent with the last statement. */
  private isOver = false;

  constructor(client: pg.PoolClient, options: ClientOptions) {
    this.client = client;
    this.options = options;
  }

  begin(settings: TransactionSettings): void {
    this.beginning = `${beginOf(settings)}${this.options.afterBegin}`;
    this.isOver = false;
  }

  async commit(): Promise<void> {
    if (this.hasNothingToEnd()) return;
    const { command } = await this.execute(CompiledQuery.raw('commit'), true);
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction had failed, so it was rolled back.');
  }

  async rollback(): Promise<void> {
    if (this.hasNothingToEnd()) return;
    await this.execute(CompiledQuery.raw('rollback'));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isOver) throw new Error('The last statement of this transaction has been sent.');
    const { copy, together, isLast = false } = sendingOf(query);
    if (copy) return resultOf(await this.copy(query.sql, copy));
    if (together) return { rows: await this.executeAll(together) };
    return resultOf(await this.execute(query, isLast, isLast ? [this.named('commit')] : []));
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed.');
  }

  private hasNothingToEnd(): boolean {
    const hasNothing = this.isOver || this.beginning !== undefined;
    this.isOver = false;
    this.beginning = undefined;
    return hasNothing;
  }

  private async execute(
    query: CompiledQuery,
    commits = false,
    after: readonly pg.QueryConfig[] = [],
  ): Promise<pg.QueryResult> {
    const { client } = this;
    const isFirst = this.beginning !== undefined;
    this.isOver = after.length > 0;
    const before = [...this.planMode(query), ...this.beginOnce()];
    const statements = [...before, this.named(query.sql, query.parameters), ...after];
    try {
      const sending = () => this.inTime(() => inOneRoundTrip(client, statements));
      const answers = await (commits ? committed(client, this.options.servers, sending) : sending());
      if (query.sql.startsWith('rollback')) forgetPlanMode(client);
      return answers[before.length] as pg.QueryResult;
    } catch (error) {
      throw this.failed(error, isFirst);
    }
  }

  /** Each answer or failure. */
  private async executeAll<R>(queries: readonly CompiledQuery[]): Promise<R[]> {
    const isFirst = this.beginning !== undefined;
    const statements = this.beginOnce();
    const at = queries.map((query) => {
      statements.push(...this.planMode(query));
      return statements.push(this.named(query.sql, query.parameters)) - 1;
    });
    const settled = await this.inTime(() => sendAll(this.client, statements));
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [this.failed(one.reason, isFirst)] : []));
    const [lost] = failures.filter((error) => error instanceof DatabaseUnreachable);
    if (lost) throw lost;
    return at.map((index) => settled[index] as R);
  }

  private async copy(text: string, source: CopySource): Promise<pg.QueryResult> {
    const { client } = this;
    if (!(client instanceof PipeliningClient)) throw new Error('COPY runs on a connection of a pool.');
    const isFirst = this.beginning !== undefined;
    const begin = this.beginOnce();
    try {
      if (isFirst) await this.inTime(() => inOneRoundTrip(client, begin));
      return await client.alone(() => runCopy(client, text, source, (act) => this.inTime(act)));
    } catch (error) {
      throw this.failed(error, isFirst, true);
    }
  }

  private named(text: string, values: readonly unknown[] = []): pg.QueryConfig {
    return { text, values: [...values], name: this.options.nameOf(text) };
  }

  private beginOnce(): pg.QueryConfig[] {
    const { beginning } = this;
    this.beginning = undefined;
    return beginning === undefined ? [] : [this.named(beginning)];
  }

  private planMode(query: CompiledQuery): pg.QueryConfig[] {
    if (!this.options.plansGenerically || endings.test(query.sql)) return [];
    const mode = planModeBefore(this.client, sendingOf(query).isGeneric ?? false, query.parameters);
    return mode === undefined ? [] : [this.named(mode)];
  }

  private inTime<T>(act: () => Promise<T>): Promise<T> {
    return inTime(this.client, this.options, act);
  }

  /** What a failure means for the connection, and its error for the caller. */
  private failed(error: unknown, isFirst: boolean, isCopy = false): unknown {
    const { client } = this;
    forgetPlanMode(client);
    // The database is closing the connection, or has become read-only after a failover: the connection's next user
    // must not be the one to find out.
    const isClosing = error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.code === onlyReads);
    // Others may lead to the same server, and read there what is no longer true.
    if (error instanceof pg.DatabaseError && error.code === onlyReads) void this.options.servers.find();
    // The client tells of a connection that broke by an event, which may come after the failure of its query.
    const isGone = !(error instanceof pg.DatabaseError) && !isCopy && isLostConnection(error);
    if (isClosing || isGone) broken.add(client);
    // There is no transaction to roll back on a connection that broke before it began.
    if (isFirst && broken.has(client)) this.isOver = true;
    return broken.has(client) ? new DatabaseUnreachable(error) : error;
  }
}

const beginOf = ({ isolationLevel, accessMode }: TransactionSettings): string => {
  if (!isolationLevel && !accessMode) return 'begin';
  return `start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''}${accessMode ? ` ${accessMode}` : ''}`;
};

// What tells how many rows it changed.
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> => ({
  rows,
  ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
});
