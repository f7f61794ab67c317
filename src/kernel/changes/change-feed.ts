import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';
import { type Connection, Servers } from '../db/servers.ts';
import { AppError } from '../messages/errors.ts';
import { renewEpoch } from './change-epoch.ts';

/** A committed change, in commit order. `id` null means many records of the kind. */
export interface Change {
  /** The cursor: epoch and number, as text that only {@link ChangeFeed.after} can order. */
  cursor: string;
  kind: string;
  id: string | null;
  /** Who made it, named as in audit rows; null for the product itself. */
  by: string | null;
  /** The browser tab it was made in. */
  tab: string | null;
  /** Seconds. */
  at: number;
}

/** A change, or none, and whether the requested cursor is still valid. */
interface Found extends Omit<Change, 'cursor'> {
  known: boolean;
  cursor: string | null;
}

interface ChangeFeedParts {
  connection: Connection;
  db: Database;
  /** Called for each lost connection, which is then reconnected. */
  onError: (error: unknown) => void;
  /**
   * How often the listening connection is checked, and how long it may take to answer: a network that drops all packets
   * closes no connection. Milliseconds; 4,000 by default.
   */
  heartbeatMs?: number;
}

const retryMs = 1000;

// Time limit for connecting, and for each of the first statements. Milliseconds.
const beginWithinMs = 10_000;

// Poll interval behind a pooler, which delivers no notifications. Milliseconds.
const pollMs = 250;

// How old the cursor handed to pages may be. Milliseconds.
const recentMs = 1000;

/**
 * Notifies listeners of commits in this or another process; behind a pooler it polls for them. After a lost connection
 * it reconnects, listens again and wakes every listener: notifications from the gap are lost, but the rows are not.
 */
export class ChangeFeed {
  private readonly parts: ChangeFeedParts;
  private readonly servers: Servers;
  private readonly wakes = new EventEmitter().setMaxListeners(0);
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private closed = false;
  private lastCursor: string | null = null;
  private cursorTimer: NodeJS.Timeout | undefined;

  constructor(parts: ChangeFeedParts) {
    this.parts = parts;
    this.servers = new Servers(parts.connection);
  }

  /** Registers a callback for when there may be new changes. Returns a function that unsubscribes. */
  onWake(listener: () => void): () => void {
    this.wakes.on('wake', listener);
    return () => this.wakes.off('wake', listener);
  }

  /**
   * The changes after a cursor in commit order, oldest first; null means from the start. Open transactions do not delay
   * it. Throws 400 for an invalid cursor, and 410 for a cursor that is no longer valid: from another epoch, in the
   * future, or pruned.
   */
  async after(cursor: string | null, limit = 500): Promise<Change[]> {
    const [, epoch, idx] = /^([0-9a-f]{8})-(\d{1,18})$/.exec(cursor ?? '00000000-0') ?? [];
    if (!epoch || !idx) throw new AppError(400, 'invalid.format');
    const { rows } = await sql<Found>`
      select ${idx}::bigint between e.pruned_idx and case when e.epoch = ${epoch}
               then greatest(e.pruned_idx, (select max(change_idx) from change))
               else (select last_idx from change_epoch_past where epoch = ${epoch}) end as known,
             e.epoch || '-' || c.change_idx as cursor, c.kind, c.id, c.actor as by, c.tab, ${secondsOf('c.at')} as at
      from change_epoch e left join lateral (
        select * from change where change_idx > ${idx}::bigint order by change_idx limit ${limit}) c on true
      order by c.change_idx`.execute(this.parts.db);
    if (cursor !== null && !rows[0]?.known) throw new AppError(410, 'changes.cursor_too_old');
    return rows.flatMap(({ cursor: found, kind, id, by, tab, at }) =>
      found === null ? [] : [{ cursor: found, kind, id, by, tab, at }],
    );
  }

  /** The cursor after the last change that {@link after} returns now. */
  async latest(): Promise<string> {
    const { rows } = await sql<{ cursor: string }>`
      select epoch || '-' || greatest(pruned_idx, (select max(change_idx) from change)) as cursor
      from change_epoch`.execute(this.parts.db);
    return rows[0]?.cursor ?? '';
  }

  /**
   * A cursor from about the last second, without a query; null while the feed is not listening. Data read after this
   * call includes every change before the cursor.
   */
  recent(): string | null {
    return this.lastCursor;
  }

  /** The age in seconds of the oldest change that one of these cursors has not reached; 0 if there is none. */
  async ageAfter(cursors: readonly (string | null)[], db = this.parts.db): Promise<number> {
    if (cursors.length === 0) return 0;
    const least = Math.min(...cursors.map((cursor) => Number(cursor?.split('-')[1] ?? 0)));
    const { rows } = await sql<{ age: number }>`
      select greatest(0, extract(epoch from now() - at))::float8 as age
      from change where change_idx > ${least} order by change_idx limit 1`.execute(db);
    return rows[0]?.age ?? 0;
  }

  /** Whether it currently receives changes. */
  get isConnected(): boolean {
    return this.heartbeat !== undefined;
  }

  async listen(): Promise<void> {
    await this.servers.find();
    if (this.closed) return;
    const { connection, heartbeatMs = 4000 } = this.parts;
    const client = new this.servers.Client({
      keepAlive: true,
      connectionTimeoutMillis: beginWithinMs,
      query_timeout: beginWithinMs,
      application_name: 'library-office-feed',
    });
    this.client = client;
    client.on('notification', () => this.wake());
    client.on('error', (error) => this.reconnect(client, error));
    client.on('end', () => this.reconnect(client, new Error('The connection that listens to changes ended.')));
    try {
      await client.connect();
      await this.servers.require(client);
      // The connection may have been lost in a failover.
      await renewEpoch(client);
      if (connection.pooled) this.heartbeat = this.watch(client);
      else {
        await client.query('listen change');
        this.heartbeat = setInterval(() => this.requireSign(client, heartbeatMs), heartbeatMs).unref();
      }
      this.lastCursor = await this.latest();
      this.wakes.emit('wake');
    } catch (error) {
      this.reconnect(client, error);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.cursorTimer);
    clearInterval(this.heartbeat);
    this.wakes.removeAllListeners();
    await this.client?.end().catch(() => undefined);
  }

  private wake(): void {
    this.wakes.emit('wake');
    this.cursorTimer ??= setTimeout(() => this.renewCursor(), recentMs).unref();
  }

  private renewCursor(): void {
    this.cursorTimer = undefined;
    this.latest().then(
      (found) => {
        this.lastCursor = found;
      },
      (error: unknown) => this.closed || this.parts.onError(error),
    );
  }

  private requireSign(client: pg.Client, withinMs: number): void {
    const question = { text: 'select 1', query_timeout: withinMs };
    client.query(question).catch((error: unknown) => this.reconnect(client, error));
  }

  /** Wakes listeners whenever the newest change is a different one. */
  private watch(client: pg.Client): NodeJS.Timeout {
    let newest: string | null | undefined;
    let polling = false;
    const poll = async () => {
      const { rows } = await client.query<{ newest: string | null }>('select max(change_idx) as newest from change');
      if (newest !== rows[0]?.newest) this.wake();
      newest = rows[0]?.newest;
    };
    return setInterval(() => {
      if (polling) return;
      polling = true;
      poll()
        .catch((error: unknown) => this.reconnect(client, error))
        .finally(() => (polling = false));
    }, pollMs).unref();
  }

  private reconnect(client: pg.Client, error: unknown): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    this.lastCursor = null;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
    this.parts.onError(error);
    client.removeAllListeners();
    client.on('error', () => undefined);
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), retryMs);
  }
}
