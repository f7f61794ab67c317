import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { AppError } from '../errors.ts';

/** A subscription: changes of these kinds, as in the feed. */
export interface StreamOptions {
  /**
   * `now` skips earlier changes; a `Last-Event-ID` takes precedence. Without either it starts with the oldest change
   * kept.
   */
  from?: 'now' | undefined;
  /** Which changes to send; all by default. */
  wants?: (change: Change) => boolean;
}

interface EventStreamsParts {
  changes: ChangeFeed;
  app: FastifyInstance;
  onError: (error: unknown) => void;
  /** Milliseconds; 15,000 by default. */
  heartbeatMs?: number;
}

// How much is buffered for a reader: at most this plus one batch, about 64 KB together.
const bufferBytes = 16 << 10;
const batchSize = 250;

/**
 * Streams of server-sent events over the change feed. Each stream has a cursor. Streams with the same cursor, as all
 * current ones have, share one query, so none loses or repeats a change, however it got there.
 */
export class EventStreams {
  private readonly changes: ChangeFeed;
  private readonly onError: (error: unknown) => void;
  private readonly streams = new Set<EventStream>();
  private readonly heartbeat: NodeJS.Timeout;
  private readonly endWakes: () => void;
  private looking = false;
  private asked = false;
  private closed = false;

  constructor({ changes, app, onError, heartbeatMs = 15_000 }: EventStreamsParts) {
    this.changes = changes;
    this.onError = onError;
    this.endWakes = changes.onWake(() => this.look());
    this.heartbeat = setInterval(() => this.beat(), heartbeatMs).unref();
    app.addHook('preClose', async () => this.close());
  }

  /**
   * A stream for this request, to be sent as `text/event-stream`. An event is `{kind, id}`, and its id is the cursor to
   * resume from. Throws 400 and 410 like {@link ChangeFeed.after}.
   */
  async open(request: FastifyRequest, { from, wants = () => true }: StreamOptions = {}): Promise<Readable> {
    if (request.method === 'HEAD' || this.closed) return Readable.from([]);
    const asked = request.headers['last-event-id'];
    const last = typeof asked === 'string' && asked !== '' ? asked : null;
    const place = last ?? (from === 'now' ? await this.changes.latest() : null);
    if (last !== null) await this.changes.after(last, 1);
    const stream = new EventStream(place, wants, () => this.look());
    this.streams.add(stream);
    stream.on('close', () => this.streams.delete(stream));
    // A new reader needs a cursor to resume from: send it immediately.
    stream.push(`retry: 1000\n${idLine(place)}\n`);
    this.look();
    return stream;
  }

  /** How many are open. */
  get count(): number {
    return this.streams.size;
  }

  /** The cursors that the open streams have been sent up to, each once. */
  get places(): (string | null)[] {
    return [...new Set([...this.streams].map(({ place }) => place))];
  }

  /** Ends all streams and opens no new ones. */
  close(): void {
    this.closed = true;
    this.endWakes();
    clearInterval(this.heartbeat);
    for (const stream of this.streams) stream.finish();
  }

  private look(): void {
    this.asked = true;
    if (this.looking) return;
    this.looking = true;
    this.feed()
      .catch(this.onError)
      .finally(() => {
        this.looking = false;
        if (this.asked && !this.closed) this.look();
      });
  }

  /** Feeds every stream with room until there are no more changes. Full streams are fed once they have room. */
  private async feed(): Promise<void> {
    while (this.asked && !this.closed) {
      this.asked = false;
      const ready = [...this.streams].filter((stream) => stream.hasRoom);
      for (const [place, streams] of Map.groupBy(ready, (stream) => stream.place)) {
        const changes = await this.read(place, streams);
        for (const stream of streams) stream.send(changes);
        if (changes.length > 0) this.asked = true;
      }
    }
  }

  /** Ends streams whose cursor is no longer valid, as after a restore: their readers reconnect and get the error. */
  private async read(place: string | null, streams: readonly EventStream[]): Promise<Change[]> {
    try {
      return await this.changes.after(place, batchSize);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const stream of streams) stream.finish();
      return [];
    }
  }

  private beat(): void {
    for (const stream of this.streams) stream.beat();
    // Also feeds streams that missed notices while the connection was lost.
    if (this.streams.size > 0) this.look();
  }
}

const idLine = (place: string | null) => (place === null ? '' : `id: ${place}\n`);

/**
 * The stream of one reader. It is fed while its buffer has room, and dropped if it made no room between two heartbeats.
 */
class EventStream extends Readable {
  place: string | null;
  hasRoom = true;
  private readonly wants: (change: Change) => boolean;
  private readonly onRoom: () => void;
  private wasFull = false;
  private finished = false;

  constructor(place: string | null, wants: (change: Change) => boolean, onRoom: () => void) {
    super({ highWaterMark: bufferBytes });
    this.place = place;
    this.wants = wants;
    this.onRoom = onRoom;
  }

  override _read(): void {
    if (this.hasRoom) return;
    this.hasRoom = true;
    this.wasFull = false;
    this.onRoom();
  }

  /** Ends it after the changes already sent. */
  finish(): void {
    if (!this.finished) this.push(null);
    this.finished = true;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.finished = true;
    done(error);
  }

  send(changes: readonly Change[]): void {
    const last = changes.at(-1);
    if (!last || this.finished) return;
    this.place = last.cursor;
    const events = changes.filter(this.wants).map(({ cursor, kind, id }) => event(cursor, { kind, id }));
    if (events.length > 0) this.hasRoom = this.push(events.join(''));
  }

  /**
   * A heartbeat for proxies and readers, with the cursor to resume from, so that filtered changes need not be read
   * again.
   */
  beat(): void {
    if (this.finished) return;
    if (this.hasRoom) this.hasRoom = this.push(`:\n${idLine(this.place)}\n`);
    else if (this.wasFull) this.destroy();
    else this.wasFull = true;
  }
}

const event = (id: string, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
