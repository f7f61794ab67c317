import pg from 'pg';
import { sessionSettings, statementTimeoutMs as usualTimeoutMs } from './pooler.ts';
import { type Connection, Servers } from './servers.ts';

// Times stay text until SQL or the edge turns them into seconds; counts and keys stay far below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ || oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Options of {@link openPool}. */
interface PoolOptions {
  /** Called when an idle connection breaks, which must not end the process. */
  onError?: (error: Error) => void;
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** How long a statement may take before the server cancels it. Milliseconds; 70,000 by default. */
  statementTimeoutMs?: number;
  /** A replica is acceptable. */
  mayLag?: boolean;
}

/** Connections to one database, opened by {@link openPool}. */
export class Pool extends pg.Pool {
  readonly servers: Servers;
  readonly pooled: boolean;
  readonly statementTimeoutMs: number;
  /** Called with how many seconds a caller has waited for a connection. */
  onWaited: ((seconds: number) => void) | undefined;

  constructor(
    connection: Connection,
    timeoutMs: number,
    { mayLag = false, ...config }: pg.PoolConfig & { mayLag?: boolean },
  ) {
    const servers = new Servers(connection, { mayLag });
    super({
      ...config,
      Client: servers.Client,
      onConnect: (client) => servers.require(client),
    });
    this.servers = servers;
    this.pooled = connection.pooled ?? false;
    this.statementTimeoutMs = timeoutMs;
  }
}

/** The settings of a session as the option of a connection. */
export const startOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** The limit for waiting for a connection, free or new. Milliseconds. */
const connectWithinMs = 10_000;

/** Opens connections to a database as they are needed. */
export function openPool(connection: Connection, options: PoolOptions = {}): Pool {
  const { max = 10, statementTimeoutMs = usualTimeoutMs, mayLag = false } = options;
  const pool = new Pool(connection, statementTimeoutMs, {
    types,
    max,
    mayLag,
    connectionTimeoutMillis: connectWithinMs,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'library-office',
    // A pooler accepts no settings from clients: those of the role apply there.
    ...(!connection.pooled && { statement_timeout: statementTimeoutMs, options: startOptions }),
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that breaks in use fails its query and is not reused. Without a listener the event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => broken.add(client)));
  return pool;
}

/** Connections that failed in use and must not be reused. */
export const broken = new WeakSet<object>();
