import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { AppError } from '../errors.ts';

/** What somebody wants to hear: changes of these kinds, as they stand in the feed. */
export interface StreamOptions {
  /** `now` skips what happened before; a `Last-Event-ID` counts more. Without either it begins with the oldest change kept. */
  from?: 'now' | undefined;
  /** Which changes are sent; every one where it is left out. */
  wants?: (change: Change) => boolean;
}

interface EventStreamsParts {
  changes: ChangeFeed;
  app: FastifyInstance;
  onError: (error: unknown) => void;
  /** Milliseconds; 15,000 where it is left out. */
  heartbeatMs?: number;
}

// What is written for a reader before they take it: at most this and one batch, about 64 KB together.
const bufferBytes = 16 << 10;
const batchSize = 250;

/**
 * Streams of server-sent events over the change feed. Each stream has a place in the feed, and streams at one place, which
 * is where all are that keep up, are fed by one query; so none loses or repeats a change, however it came there.
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
   * A stream for this request, to be answered as `text/event-stream`. An event is `{kind, id}`, its id the place to go on
   * from. Throws 400 and 410 as {@link ChangeFeed.after} does.
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
    // The browser may not know its place for long: it is told at once.
    stream.push(`retry: 1000\n${idLine(place)}\n`);
    this.look();
    return stream;
  }

  /** Ends every stream, and opens no other. */
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

  /** Feeds every stream that has room until none finds more. Whoever has none is fed when it has. */
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

  /** Streams whose place is gone meanwhile, as after a restore, end: their readers ask again and are told. */
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
    // Also feeds streams that a lost connection left behind.
    if (this.streams.size > 0) this.look();
  }
}

const idLine = (place: string | null) => (place === null ? '' : `id: ${place}\n`);

/** What one reader is sent. It is fed while its buffer has room, and dropped when it made none from one beat to the next. */
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

  /** Ends it after what was told; nothing more is. */
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

  /** A sign of life for proxies and readers, with the place to go on from: what was not wanted need not be read again. */
  beat(): void {
    if (this.finished) return;
    if (this.hasRoom) this.hasRoom = this.push(`:\n${idLine(this.place)}\n`);
    else if (this.wasFull) this.destroy();
    else this.wasFull = true;
  }
}

const event = (id: string, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
