import pg from 'pg';

/** A database: where it is, and how connections to it may be used. */
export interface Connection {
  /** Its address. It may name several servers, one of which takes writes: `postgres://ada@one:5432,two:5432/office`. */
  readonly connectionString: string;
  /**
   * It leads to a pooler such as pgbouncer, which may give each transaction another connection: nothing is left on a
   * connection for later, and the settings are those of the role (see pooler.ts).
   */
  readonly pooled?: boolean;
}

/** The address of each server that a database's address names. */
export function serverUrls(connectionString: string): string[] {
  const [, start, hosts = '', end] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [connectionString];
}

// A server that does not answer within this time is passed over. Milliseconds.
const answerWithinMs = 2000;

/** The servers of one database, and which of them is used. After a failover another one takes the writes. */
export class Servers {
  private readonly urls: readonly string[];
  private readonly mayLag: boolean;
  private url: string;
  private finding: Promise<void> | undefined;
  /** Connects to the server in use at that moment. */
  readonly Client: typeof pg.Client;

  /** `mayLag` also accepts a server that only reads: the first that answers, in the order of the address. */
  constructor({ connectionString }: Connection, { mayLag = false } = {}) {
    const urls = serverUrls(connectionString);
    this.urls = urls;
    this.mayLag = mayLag;
    this.url = urls[0] ?? connectionString;
    const current = () => this.url;
    this.Client = class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: current() });
      }

      // Poolers keep the zone that a client names when it connects, and give others that of their first connection.
      getStartupConf(): Record<string, string> {
        const parent = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
        return { ...parent.getStartupConf.call(this), TimeZone: 'UTC' };
      }
    };
  }

  get areSeveral(): boolean {
    return this.urls.length > 1;
  }

  /** Fails on a connection to a server that does not take writes, where another one might. */
  async require(client: pg.ClientBase): Promise<void> {
    if (this.areSeveral && !this.mayLag && (await onlyReads(client))) throw new Error('This server only reads.');
  }

  /** Looks for the server to use after one has failed. Where none can be used for now, all stays as it is. */
  async find(): Promise<void> {
    if (!this.areSeveral) return;
    this.finding ??= this.ask().finally(() => {
      this.finding = undefined;
    });
    await this.finding;
  }

  private async ask(): Promise<void> {
    const answers = await Promise.all(this.urls.map(async (url) => ((await this.fits(url)) ? url : undefined)));
    this.url = answers.find((url) => url !== undefined) ?? this.url;
  }

  private async fits(connectionString: string): Promise<boolean> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return this.mayLag || !(await onlyReads(client));
    } catch {
      return false;
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}

async function onlyReads(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads');
  return rows[0]?.reads ?? true;
}
