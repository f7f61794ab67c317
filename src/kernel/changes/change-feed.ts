import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection, Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { renewEpoch } from './change-epoch.ts';

/** A committed change, in commit order. `id` null means many records of the kind. */
export interface Change {
  /** The place in the feed: epoch and number, as text that sorts only by {@link ChangeFeed.after}. */
  cursor: string;
  kind: string;
  id: string | null;
}

/** A change, or none, and whether the place asked for is in the feed still. */
interface Found extends Omit<Change, 'cursor'> {
  known: boolean;
  cursor: string | null;
}

interface ChangeFeedParts {
  connection: Connection;
  db: Database;
  /** Hears of lost connections; each is made anew. */
  onError: (error: unknown) => void;
  /**
   * How often the connection that listens is asked for a sign of life, and how long it may take to give one: a network that
   * swallows everything ends no connection. Milliseconds; 10,000 where it is left out.
   */
  heartbeatMs?: number;
}

const retryMs = 1000;

/**
 * Tells listeners that something was committed, in this process or another. Listening survives a lost connection: it
 * connects again, listens again, and wakes everybody, because notices of the gap are gone while the rows are not.
 */
export class ChangeFeed {
  private readonly parts: ChangeFeedParts;
  private readonly wakes = new EventEmitter().setMaxListeners(0);
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(parts: ChangeFeedParts) {
    this.parts = parts;
  }

  /** Calls back whenever there may be new changes. Answers the function that stops it. */
  onWake(listener: () => void): () => void {
    this.wakes.on('wake', listener);
    return () => this.wakes.off('wake', listener);
  }

  /**
   * The changes after a cursor in the order of their commits, oldest first; null is the start. A transaction under way
   * holds nobody back. Throws 400 for what is no cursor, and 410 for one whose place is gone: of another epoch, of a time
   * to come, or before what was pruned.
   */
  async after(cursor: string | null, limit = 500): Promise<Change[]> {
    const [, epoch, idx] = /^([0-9a-f]{8})-(\d{1,18})$/.exec(cursor ?? '00000000-0') ?? [];
    if (!epoch || !idx) throw new AppError(400, 'invalid.format');
    const { rows } = await sql<Found>`
      select e.epoch = ${epoch}
               and ${idx}::bigint between e.pruned_idx and greatest(e.pruned_idx, (select max(change_idx) from change)) as known,
             e.epoch || '-' || c.change_idx as cursor, c.kind, c.id
      from change_epoch e left join lateral (
        select * from change where change_idx > ${idx}::bigint order by change_idx limit ${limit}) c on true
      order by c.change_idx`.execute(this.parts.db);
    if (cursor !== null && !rows[0]?.known) throw new AppError(410, 'changes.cursor_too_old');
    return rows.flatMap(({ cursor: place, kind, id }) => (place === null ? [] : [{ cursor: place, kind, id }]));
  }

  /** The place after every change that {@link after} gives at this moment. */
  async latest(): Promise<string> {
    const { rows } = await sql<{ cursor: string }>`
      select epoch || '-' || greatest(pruned_idx, (select max(change_idx) from change)) as cursor
      from change_epoch`.execute(this.parts.db);
    return rows[0]?.cursor ?? '';
  }

  async listen(): Promise<void> {
    if (this.closed) return;
    const { connection, heartbeatMs = 10_000 } = this.parts;
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
      application_name: 'library-office-feed',
    });
    this.client = client;
    client.on('notification', () => this.wakes.emit('wake'));
    client.on('error', (error) => this.reconnect(client, error));
    client.on('end', () => this.reconnect(client, new Error('The connection that listens to changes ended.')));
    try {
      await client.connect();
      // A lost connection may have been lost to another server taking over.
      await renewEpoch(client);
      await client.query('listen change');
      this.heartbeat = setInterval(() => this.requireSign(client), heartbeatMs).unref();
      this.wakes.emit('wake');
    } catch (error) {
      this.reconnect(client, error);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.heartbeat);
    this.wakes.removeAllListeners();
    await this.client?.end().catch(() => undefined);
  }

  private requireSign(client: pg.Client): void {
    client.query('select 1').catch((error: unknown) => this.reconnect(client, error));
  }

  private reconnect(client: pg.Client, error: unknown): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    clearInterval(this.heartbeat);
    this.parts.onError(error);
    client.removeAllListeners();
    client.on('error', () => undefined);
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), retryMs);
  }
}
