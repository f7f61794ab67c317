import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/database.ts';

/** A committed change, in commit order. `id` null means many records of the kind. */
export interface Change {
  /** The place in the feed: transaction id and row, as text that sorts only by {@link ChangeFeed.after}. */
  cursor: string;
  kind: string;
  id: string | null;
}

const retryMs = 1000;

/**
 * Tells listeners that something was committed, in this process or another. Listening survives a lost connection: it
 * connects again, listens again, and wakes everybody, because notices of the gap are gone while the rows are not.
 */
export class ChangeFeed {
  private readonly connection: pg.ClientConfig;
  private readonly db: Database;
  private readonly wakes = new EventEmitter().setMaxListeners(0);
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(connection: pg.ClientConfig, db: Database) {
    this.connection = connection;
    this.db = db;
  }

  /** Calls back whenever there may be new changes. Answers the function that stops it. */
  onWake(listener: () => void): () => void {
    this.wakes.on('wake', listener);
    return () => this.wakes.off('wake', listener);
  }

  /**
   * The changes after a cursor, oldest first. Only rows of transactions older than every running one are given, so that
   * a later look never finds a row before the cursor.
   */
  async after(cursor: string | null, limit = 500): Promise<Change[]> {
    const [xact = '0', idx = '0'] = (cursor ?? '0-0').split('-');
    const { rows } = await sql<Change>`
      select xact || '-' || change_idx as cursor, kind, id
      from change
      where (xact, change_idx) > (${xact}::xid8, ${idx}::bigint)
        and xact < pg_snapshot_xmin(pg_current_snapshot())
      order by xact, change_idx
      limit ${limit}`.execute(this.db);
    return rows;
  }

  async listen(): Promise<void> {
    if (this.closed) return;
    const client = new pg.Client({ ...this.connection, application_name: 'library-office-feed' });
    this.client = client;
    client.on('notification', () => this.wakes.emit('wake'));
    client.on('error', () => this.reconnect(client));
    client.on('end', () => this.reconnect(client));
    try {
      await client.connect();
      await client.query('listen change');
      this.wakes.emit('wake');
    } catch {
      this.reconnect(client);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private reconnect(client: pg.Client): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    client.removeAllListeners();
    client.on('error', () => undefined);
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), retryMs);
  }
}
