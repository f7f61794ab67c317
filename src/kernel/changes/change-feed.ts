import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection, Database } from '../db/database.ts';
import { AppError } from '../errors.ts';

/** A committed change, in commit order. `id` null means many records of the kind. */
export interface Change {
  /** The place in the feed: transaction id and row, as text that sorts only by {@link ChangeFeed.after}. */
  cursor: string;
  kind: string;
  id: string | null;
}

interface ChangeFeedParts {
  connection: Connection;
  db: Database;
  /** Hears of lost connections; each is made anew. */
  onError: (error: unknown) => void;
}

const retryMs = 1000;
const lookAgainMs = 100;

/**
 * Tells listeners that something was committed, in this process or another. Listening survives a lost connection: it
 * connects again, listens again, and wakes everybody, because notices of the gap are gone while the rows are not.
 */
export class ChangeFeed {
  private readonly parts: ChangeFeedParts;
  private readonly wakes = new EventEmitter().setMaxListeners(0);
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private looking = false;
  private asked = false;

  constructor(parts: ChangeFeedParts) {
    this.parts = parts;
  }

  /** Calls back whenever there may be new changes. Answers the function that stops it. */
  onWake(listener: () => void): () => void {
    this.wakes.on('wake', listener);
    return () => this.wakes.off('wake', listener);
  }

  /**
   * The changes after a cursor, oldest first; null is the start. Only rows of transactions older than every running one
   * are given, so that a later look never finds a row before the cursor. Throws 400 for what is no cursor.
   */
  async after(cursor: string | null, limit = 500): Promise<Change[]> {
    const [, xact, idx] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor ?? '0-0') ?? [];
    if (!xact || !idx) throw new AppError(400, 'invalid.format');
    const { rows } = await sql<Change>`
      select xact || '-' || change_idx as cursor, kind, id
      from change
      where (xact, change_idx) > (${xact}::xid8, ${idx}::bigint)
        and xact < pg_snapshot_xmin(pg_current_snapshot())
      order by xact, change_idx
      limit ${limit}`.execute(this.parts.db);
    return rows;
  }

  async listen(): Promise<void> {
    if (this.closed) return;
    const { connection } = this.parts;
    const client = new pg.Client({ ...connection, keepAlive: true, application_name: 'library-office-feed' });
    this.client = client;
    client.on('notification', () => this.wake(client));
    client.on('error', (error) => this.reconnect(client, error));
    client.on('end', () => this.reconnect(client, new Error('The connection that listens to changes ended.')));
    try {
      await client.connect();
      await client.query('listen change');
      this.wake(client);
    } catch (error) {
      this.reconnect(client, error);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.wakes.removeAllListeners();
    await this.client?.end().catch(() => undefined);
  }

  private wake(client: pg.Client): void {
    this.wakes.emit('wake');
    this.lookAgain(client).catch((error: unknown) => this.reconnect(client, error));
  }

  /**
   * A committed change stays out of sight while an older transaction runs, and that one may end without a notice: it
   * was rolled back, or changed nothing readers see. So whoever was woken is woken again when the oldest of these
   * changes comes into sight.
   */
  private async lookAgain(client: pg.Client): Promise<void> {
    this.asked = true;
    if (this.looking) return;
    this.looking = true;
    try {
      let hidden: string | undefined;
      while (this.client === client && (this.asked || hidden !== undefined)) {
        if (hidden !== undefined) await sleep(lookAgainMs, undefined, { ref: false });
        this.asked = false;
        const still = await oldestHidden(client);
        if (hidden !== undefined && still !== hidden) this.wakes.emit('wake');
        hidden = still;
      }
    } finally {
      this.looking = false;
    }
  }

  private reconnect(client: pg.Client, error: unknown): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    this.parts.onError(error);
    client.removeAllListeners();
    client.on('error', () => undefined);
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), retryMs);
  }
}

async function oldestHidden(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ cursor: string }>(`
    select xact || '-' || change_idx as cursor from change
    where xact >= pg_snapshot_xmin(pg_current_snapshot()) order by xact, change_idx limit 1`);
  return rows[0]?.cursor;
}
