import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnreachable } from './failures.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { requireRestored } from './restore-marker.ts';

/** A database: its address, and how connections to it may be used. */
export interface Connection {
  /** Its address. It may name several servers, one of which takes writes: `postgres://ada@one:5432,two:5432/office`. */
  readonly connectionString: string;
  /**
   * It leads to a pooler such as pgbouncer, which may give each transaction a different connection: no state may be
   * left on a connection, and settings are those of the role (see pooler.ts).
   */
  readonly pooled?: boolean;
}

/** One address for each server named in a database's address. */
export function serverUrls(connectionString: string): string[] {
  const [, start, hosts = '', end] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [connectionString];
}

// A server that does not answer within this time is skipped. Milliseconds.
const answerWithinMs = 2000;

// How long a commit may rely on what the servers answered last. Milliseconds.
const confirmedForMs = 2000;

// How long earlier servers of the address may take once another has reported that it takes writes. Milliseconds.
const graceMs = 200;

/** The servers of one database, and which of them is in use. After a failover another one takes the writes. */
export class Servers {
  private readonly urls: readonly string[];
  private readonly mayLag: boolean;
  private url: string;
  private finding: Promise<void> | undefined;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  /** Open connections and the server each leads to. */
  private readonly open = new Map<pg.Client, string>();
  /** On which timeline their servers were when they were opened. */
  private readonly timelines = new WeakMap<pg.ClientBase, number>();
  /** Connects to the server in use at the time. */
  readonly Client: typeof pg.Client;

  /** `mayLag` also accepts a read-only server: the first that answers, in address order. */
  constructor({ connectionString }: Connection, { mayLag = false } = {}) {
    const urls = serverUrls(connectionString);
    this.urls = urls;
    this.mayLag = mayLag;
    this.url = urls[0] ?? connectionString;
    const current = () => this.url;
    const limit = this.areSeveral && { connectionTimeoutMillis: answerWithinMs };
    const { open } = this;
    this.Client = class extends PipeliningClient {
      constructor(config?: pg.ClientConfig) {
        const url = current();
        super({ ...config, ...limit, connectionString: url });
        open.set(this, url);
        this.once('end', () => open.delete(this));
      }

      // Poolers remember the time zone sent when a client connects, and pass the first connection's on to others.
      override getStartupConf(): Record<string, string> {
        return { ...super.getStartupConf(), TimeZone: 'UTC' };
      }
    };
  }

  /** Whether another server may become the database: not where it is reached by a socket of this machine. */
  private get mayMove(): boolean {
    return this.areSeveral || !/[?&]host=(?:\/|%2F)/i.test(this.url);
  }

  get areSeveral(): boolean {
    return this.urls.length > 1;
  }

  /**
   * Throws on a connection that must not be used: to a server that only reads, as the primary's address may lead to one
   * during a failover, and to a database that a restore has not completed.
   */
  async require(client: pg.ClientBase): Promise<void> {
    if (!this.mayLag) {
      const state = await stateOf(client);
      if (state.reads) throw new DatabaseUnreachable(new Error('This server only reads.'));
      this.timelines.set(client, state.timeline);
    }
    await requireRestored(client);
  }

  /**
   * Looks for the server to use after one has failed, does not answer or only reads. If none is usable now, nothing
   * changes. Connections to an abandoned server are closed, because a server that vanished silently would block them for
   * minutes, and because what a former primary still accepts will be lost.
   */
  async find(): Promise<void> {
    if (this.mayLag && !this.areSeveral) return;
    this.finding ??= this.probe()
      .then((found) => found && this.use(found))
      .finally(() => {
        this.finding = undefined;
      });
    await this.finding;
  }

  /**
   * Before a commit: asks again which server is the database, unless that was known a moment ago. A connection to a former
   * primary is closed, so that the first commit after a pause does not end there either.
   */
  async confirm(): Promise<void> {
    if (!this.mayMove || performance.now() < this.confirmedAt + confirmedForMs) return;
    await this.find();
    this.confirmedAt = performance.now();
  }

  /**
   * Whether a connection leads to a former primary: it only reads, or another server accepts writes on a later timeline.
   * The later one is the database. What the former one has committed meanwhile is lost. Servers that answer slowly are waited
   * for, because an acknowledged commit cannot be taken back.
   */
  async isOutdated(client: pg.ClientBase): Promise<boolean> {
    const [own, found] = await Promise.all([stateOf(client), this.probe(answerWithinMs)]);
    if (found) this.use(found);
    return own.reads || (found !== undefined && own.timeline < found.timeline);
  }

  /** Whether any server answers at all. */
  async answer(): Promise<boolean> {
    return (await this.probe()) !== undefined;
  }

  private use({ url: found, timeline }: Found): void {
    this.url = found;
    for (const [client, url] of this.open)
      if (url !== found || (this.timelines.get(client) ?? timeline) < timeline) breakOff(client);
  }

  private async probe(others = this.mayLag ? answerWithinMs : graceMs): Promise<Found | undefined> {
    const probed = this.urls.map(async (url) => ({ url, ...(await this.stateAt(url)) }));
    const usable = probed.map(async (one) => ((await one).fits ? await one : Promise.reject(new Error())));
    const first = await Promise.any(usable).catch(() => undefined);
    if (first === undefined) return undefined;
    // Any will do for reading: there the order decides. Of those that take writes, it is the one on the latest timeline.
    const grace = sleep(others, undefined);
    const answers = await Promise.all(probed.map((one) => Promise.race([one, grace])));
    const found = answers.filter((one) => one?.fits === true);
    if (this.mayLag) return found[0] ?? first;
    return found.reduce((best, one) => (one && best && one.timeline > best.timeline ? one : best), found[0]) ?? first;
  }

  private async stateAt(connectionString: string): Promise<{ fits: boolean; timeline: number }> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { reads, timeline } = await stateOf(client);
      return { fits: this.mayLag || !reads, timeline };
    } catch {
      return { fits: false, timeline: 0 };
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}

/** A server that can be used, and the timeline on which it takes writes: 0 if it only reads. */
interface Found {
  url: string;
  timeline: number;
}

/** Closes a connection without waiting for its server; whatever waits on it fails. */
export function breakOff(client: pg.Client): void {
  client.connection.stream.destroy();
}

/** Whether a server only reads, and the timeline on which it writes, which each promotion increments. */
async function stateOf(client: pg.ClientBase): Promise<{ reads: boolean; timeline: number }> {
  const { rows } = await client.query<{ reads: boolean; timeline: number }>(`
    select pg_is_in_recovery() as reads, case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`);
  return rows[0] ?? { reads: true, timeline: 0 };
}
