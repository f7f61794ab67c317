import pg from 'pg';
import { CopySource, runCopy, type Wait } from './copy-source.ts';
import { DatabaseUnreachable, isLostConnection } from './failures.ts';
import { forgetPlanMode, planModeBefore } from './plan-mode.ts';
import { broken } from './pool.ts';
import { inOneRoundTrip, Sent, unsent } from './round-trip.ts';
import { breakOff, type Servers } from './servers.ts';

/** How a pool's statements are sent. */
export interface ClientOptions {
  nameOf: (text: string) => string | undefined;
  /** Statements have names, so that their plans can be generic. */
  plansGenerically: boolean;
  deadlineMs: number;
  /** Sent for `begin`. */
  begin: string;
  servers: Servers;
  onRelease?: (client: pg.PoolClient) => void;
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
    void (client as unknown as pg.Client).end();
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
export function preparingClient(client: pg.PoolClient, options: ClientOptions): pg.PoolClient {
  const { nameOf, plansGenerically, begin, servers, onRelease } = options;
  const wait: Wait = (act) => inTime(client, options, act);
  const named = (text: string, values: readonly unknown[] = []) =>
    ({ text: text === 'begin' ? begin : text, values, name: nameOf(text) }) as pg.QueryConfig;
  // `begin` is sent with the first statement of its transaction, and `commit` with the last if that one says so.
  let isBeginning = false;
  let isOver = false;
  const run = async (query: string, values: unknown[]) => {
    if (query === 'begin') {
      isBeginning = true;
      isOver = false;
      return unsent(query);
    }
    if ((query === 'commit' || query === 'rollback') && (isBeginning || isOver)) {
      isBeginning = isOver = false;
      return unsent(query);
    }
    if (isOver) throw new Error('The last statement of this transaction has been sent.');
    const [first] = values;
    const sent = first instanceof Sent ? first : new Sent(values);
    const isFirst = isBeginning;
    isBeginning = false;
    isOver = sent.isLast;
    const isPlanned = plansGenerically && !(first instanceof CopySource) && !endings.test(query);
    const mode = isPlanned ? planModeBefore(client, sent) : undefined;
    const before = [...(mode === undefined ? [] : [named(mode)]), ...(isFirst ? [named('begin')] : [])];
    try {
      if (first instanceof CopySource) {
        if (before.length > 0) await wait(() => inOneRoundTrip(client, before));
        return await runCopy(client, query, first, wait);
      }
      const all = [...before, named(query, sent.values), ...(isOver ? [named('commit')] : [])];
      const sending = () => wait(() => inOneRoundTrip(client, all));
      const answers = await (isOver || query === 'commit' ? committed(client, servers, sending) : sending());
      if (query.startsWith('rollback')) forgetPlanMode(client);
      return answers[before.length] as pg.QueryResult;
    } catch (error) {
      forgetPlanMode(client);
      // The database is closing the connection, or has become read-only after a failover: the connection's next user
      // must not be the one to find out.
      const isClosing = error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.code === onlyReads);
      // Others may lead to the same server, and read there what is no longer true.
      if (error instanceof pg.DatabaseError && error.code === onlyReads) void servers.find();
      // The client tells of a connection that broke by an event, which may come after the failure of its query.
      const isGone = !(error instanceof pg.DatabaseError) && !(first instanceof CopySource) && isLostConnection(error);
      if (isClosing || isGone) broken.add(client);
      // There is no transaction to roll back on a connection that broke before it began.
      if (isFirst && broken.has(client)) isOver = true;
      throw broken.has(client) ? new DatabaseUnreachable(error) : error;
    }
  };
  const release = (error?: Error | boolean) => {
    client.release(error || broken.has(client));
    onRelease?.(client);
  };
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') {
        return (query: unknown, values?: unknown[]) =>
          typeof query === 'string' && values ? run(query, values) : target.query(query as string, values);
      }
      if (key === 'release') return release;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
