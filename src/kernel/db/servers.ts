import type net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
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

// How long earlier servers of the address may take once another has reported that it takes writes. Milliseconds.
const graceMs = 200;

/** The servers of one database, and which of them is in use. After a failover another one takes the writes. */
export class Servers {
  private readonly urls: readonly string[];
  private readonly mayLag: boolean;
  private url: string;
  private finding: Promise<void> | undefined;
  /** Open connections and the server each leads to. */
  private readonly open = new Map<pg.Client, string>();
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
    this.Client = class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const url = current();
        super({ ...config, ...limit, connectionString: url });
        open.set(this, url);
        this.once('end', () => open.delete(this));
      }

      // Poolers remember the time zone sent when a client connects, and pass the first connection's on to others.
      getStartupConf(): Record<string, string> {
        const parent = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
        return { ...parent.getStartupConf.call(this), TimeZone: 'UTC' };
      }
    };
  }

  get areSeveral(): boolean {
    return this.urls.length > 1;
  }

  /**
   * Throws on a connection that must not be used: to a read-only server if another server might take writes, and to a
   * database that a restore has not completed.
   */
  async require(client: pg.ClientBase): Promise<void> {
    if (this.areSeveral && !this.mayLag && (await onlyReads(client))) throw new Error('This server only reads.');
    await requireRestored(client);
  }

  /**
   * Looks for the server to use after one has failed. If none is usable now, nothing changes. Connections to an
   * abandoned server are closed, because a server that vanished silently would block them for minutes.
   */
  async find(): Promise<void> {
    if (!this.areSeveral) return;
    this.finding ??= this.probe().finally(() => {
      this.finding = undefined;
    });
    await this.finding;
  }

  private async probe(): Promise<void> {
    const probed = this.urls.map(async (url) => ((await this.fits(url)) ? url : undefined));
    const first = await Promise.any(probed.map(async (one) => (await one) ?? Promise.reject(new Error()))).catch(
      () => undefined,
    );
    if (first === undefined) return;
    // Only one server takes writes, but any will do for reading: there the order decides.
    const grace = sleep(this.mayLag ? answerWithinMs : graceMs, undefined);
    const answers = await Promise.all(probed.map((one) => Promise.race([one, grace])));
    const found = answers.find((url) => url !== undefined) ?? first;
    if (found === this.url) return;
    this.url = found;
    for (const [client, url] of this.open) if (url !== found) breakOff(client);
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

/** Closes a connection without waiting for its server; whatever waits on it fails. */
export function breakOff(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: net.Socket } }).connection.stream.destroy();
}

async function onlyReads(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads');
  return rows[0]?.reads ?? true;
}
