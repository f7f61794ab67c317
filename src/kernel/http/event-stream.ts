import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { AppError } from '../messages/errors.ts';
import type { Actor, KeyActor } from '../work/actor.ts';

/** Maps changes to those sent to a reader, in the same order: fewer, or under other names. Cursors stay the same. */
export type ChangeMapper = (changes: readonly Change[]) => Promise<Change[]>;

/** What a reader is sent besides changes, under a name of its own: the latest state at the start and when it differs. */
export interface StreamNews {
  event: string;
  latest: () => object;
  /** Calls `tell` when the state may differ; returns a function that ends that. */
  listen: (notify: () => void) => () => void;
}

/** A subscription: changes of these kinds, as in the feed. */
interface StreamOptions {
  /**
   * `now` skips earlier changes; a `Last-Event-ID` takes precedence. Without either, the stream starts with the oldest
   * change kept.
   */
  from?: 'now' | undefined;
  /** Called once for all streams with the same function; by default changes are sent as they are. */
  mapChanges?: ChangeMapper;
  /** Which of the mapped changes to send; all by default. */
  wants?: ((change: Change) => boolean) | undefined;
  /** The cursor to start after if there is no `Last-Event-ID`. */
  after?: string | undefined;
  /** The content of an event; `{kind, id}` by default. */
  payload?: (change: Change) => object;
  /** A change that ends the stream, so that its reader reconnects and is authenticated again. */
  ends?: (change: Change) => boolean;
  /** Ends the stream after this long. Milliseconds. */
  lastsMs?: number;
  news?: StreamNews;
}

interface EventStreamsParts {
  changes: ChangeFeed;
  app: FastifyInstance;
  onError: (error: unknown) => void;
  /** Milliseconds; 15,000 by default. */
  heartbeatMs?: number;
  /**
   * The maximum number of open streams, each buffering up to 64 KB; 5,000 by default. One key may open half of them.
   */
  most?: number;
  /** Returns those of the given keys that no longer grant access: their streams end. */
  endedKeys?: (keyIdxs: number[]) => Promise<Set<number>>;
}

// Buffer limit per reader: at most this plus one batch, together about 64 KB.
const bufferBytes = 16 << 10;
const batchSize = 250;

// After each round, changes are collected for as long as the round took, up to this limit: in a busy library, readers
// get few large chunks instead of many small ones. A change after a quiet moment is sent immediately. Milliseconds.
const gatherMs = 20;

// How many cursors are caught up from at a time: after an outage, nearly every reader returns with a different one.
const catchUps = 4;

// How often keys are checked. Milliseconds.
const keysMs = 1000;

const asTheyAre: ChangeMapper = async (changes) => [...changes];

/**
 * Streams of server-sent events over the change feed. Each stream has a cursor. Streams with the same cursor (normally
 * all that are up to date) share one query. No stream loses or repeats a change.
 */
export class EventStreams {
  private readonly changes: ChangeFeed;
  private readonly onError: (error: unknown) => void;
  private readonly most: number;
  private readonly streams = new Set<EventStream>();
  private readonly heartbeat: NodeJS.Timeout;
  private readonly keyCheck: NodeJS.Timeout;
  private readonly endedKeys: (keyIdxs: number[]) => Promise<Set<number>>;
  private readonly endWakes: () => void;
  private feeding = false;
  private isDue = false;
  private closed = false;
  private checking = false;

  constructor(parts: EventStreamsParts) {
    const { changes, app, onError, heartbeatMs = 15_000, most = 5000, endedKeys = async () => new Set() } = parts;
    this.changes = changes;
    this.onError = onError;
    this.most = most;
    this.endedKeys = endedKeys;
    this.endWakes = changes.onWake(() => this.schedule());
    this.heartbeat = setInterval(() => this.beat(), heartbeatMs).unref();
    this.keyCheck = setInterval(() => void this.checkKeys().catch(onError), keysMs).unref();
    app.addHook('preClose', async () => this.close());
  }

  /**
   * A stream for this request, to be sent as `text/event-stream`. An event is `{kind, id}`, and its id is the cursor to
   * resume from. The stream ends when the request's API key does. Throws 400 and 410 like {@link ChangeFeed.after}, and
   * 503 if too many are open.
   */
  async open(request: FastifyRequest, options: StreamOptions = {}): Promise<Readable> {
    if (this.closed) return Readable.from([]);
    if (this.isFull(keyOf(request.actor))) throw new AppError(503, 'error.too_many');
    const requested = request.headers['last-event-id'];
    const last = typeof requested === 'string' && requested !== '' ? requested : (options.after ?? null);
    if (last !== null) await this.changes.after(last, 1);
    // Browsers use HEAD to learn why a stream was refused: EventSource does not tell.
    if (request.method === 'HEAD') return Readable.from([]);
    const cursor = last ?? (options.from === 'now' ? await this.changes.latest() : null);
    const stream = new EventStream({ ...options, cursor, actor: request.actor, onRoom: () => this.schedule() });
    this.streams.add(stream);
    stream.on('close', () => this.streams.delete(stream));
    // A new reader needs a cursor to resume from: send it immediately.
    stream.push(`retry: 1000\n${idLine(cursor)}\n`);
    stream.sendNews();
    // The process may have begun to shut down meanwhile.
    if (this.closed) stream.finish();
    else this.schedule();
    return stream;
  }

  /** Whether no more may be opened: in total, or with this key, since one key must not shut out everyone else. */
  private isFull(key: KeyActor | undefined): boolean {
    if (this.streams.size >= this.most) return true;
    if (!key) return false;
    const same = [...this.streams].filter((stream) => stream.key?.keyIdx === key.keyIdx);
    return same.length >= Math.ceil(this.most / 2);
  }

  /** The number of open streams. */
  get count(): number {
    return this.streams.size;
  }

  /** The distinct cursors up to which the open streams have been sent. */
  get cursors(): (string | null)[] {
    return [...new Set([...this.streams].map(({ cursor }) => cursor))];
  }

  /** Ends all streams and opens no new ones. */
  close(): void {
    this.closed = true;
    this.endWakes();
    clearInterval(this.heartbeat);
    clearInterval(this.keyCheck);
    for (const stream of this.streams) stream.finish();
  }

  private schedule(): void {
    this.isDue = true;
    if (this.feeding) return;
    this.feeding = true;
    const start = performance.now();
    void this.feed()
      .catch(this.onError)
      .then(() => sleep(Math.min(performance.now() - start, gatherMs), undefined, { ref: false }))
      .finally(() => {
        this.feeding = false;
        if (this.isDue && !this.closed) this.schedule();
      });
  }

  /**
   * Feeds every stream with room until there are no more changes. Full streams are fed once they have room. The most
   * advanced streams come first and never wait for more than a few that catch up.
   */
  private async feed(): Promise<void> {
    while (this.isDue && !this.closed) {
      this.isDue = false;
      const ready = [...this.streams].filter((stream) => stream.hasRoom);
      const cursors = [...Map.groupBy(ready, (stream) => stream.cursor)].toSorted(
        ([a], [b]) => numberOf(b) - numberOf(a),
      );
      const [furthest, ...behind] = cursors;
      if (furthest) await this.feedFrom(...furthest);
      await Promise.all(behind.slice(0, catchUps).map((one) => this.feedFrom(...one)));
      if (behind.length > catchUps) this.isDue = true;
    }
  }

  /** Sends the streams at one cursor the changes after it. */
  private async feedFrom(cursor: string | null, streams: readonly EventStream[]): Promise<void> {
    const changes = await this.read(cursor, streams);
    if (changes.length === 0) return;
    this.isDue = true;
    for (const [mapChanges, alike] of Map.groupBy(streams, (stream) => stream.mapChanges)) {
      const outgoing = new OutgoingChanges(await mapChanges(changes));
      for (const stream of alike) stream.send(outgoing, changes);
    }
  }

  /** Ends streams whose cursor has become invalid, as after a restore: their readers reconnect and get the error. */
  private async read(cursor: string | null, streams: readonly EventStream[]): Promise<Change[]> {
    try {
      return await this.changes.after(cursor, batchSize);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const stream of streams) stream.finish();
      return [];
    }
  }

  private async checkKeys(): Promise<void> {
    const keyed = [...this.streams].filter(({ key }) => key);
    if (keyed.length === 0 || this.checking) return;
    this.checking = true;
    try {
      await this.endRevoked(keyed);
    } finally {
      this.checking = false;
    }
  }

  private async endRevoked(keyed: readonly EventStream[]): Promise<void> {
    const ended = await this.endedKeys([...new Set(keyed.flatMap(({ key }) => key?.keyIdx ?? []))]);
    for (const stream of keyed) if (stream.key && ended.has(stream.key.keyIdx)) stream.finish();
  }

  private beat(): void {
    for (const stream of this.streams) stream.beat();
    // This also feeds streams that missed notifications while the connection was lost.
    if (this.streams.size > 0) this.schedule();
  }
}

const keyOf = (actor: Actor | null): KeyActor | undefined => (actor && 'keyIdx' in actor ? actor : undefined);

/** Changes to be sent: serialized once for all streams that want all of them. */
class OutgoingChanges {
  private readonly changes: readonly Change[];
  private all: Buffer | undefined;

  constructor(changes: readonly Change[]) {
    this.changes = changes;
  }

  /** The serialized events a reader wants; undefined if there are none. */
  for({ wants, payload }: StreamOptions): Buffer | undefined {
    const text = wants || payload ? textOf(wants ? this.changes.filter(wants) : this.changes, payload) : this.whole();
    return text.length > 0 ? text : undefined;
  }

  private whole(): Buffer {
    return (this.all ??= textOf(this.changes));
  }
}

const textOf = (changes: readonly Change[], payload = kindAndId): Buffer =>
  Buffer.from(changes.map((change) => event(change.cursor, payload(change))).join(''));

/** The number in a cursor, by which cursors of one epoch are ordered. */
const numberOf = (cursor: string | null) => Number(cursor?.split('-')[1] ?? 0);

const idLine = (cursor: string | null) => (cursor === null ? '' : `id: ${cursor}\n`);

interface EventStreamParts extends StreamOptions {
  cursor: string | null;
  actor: Actor | null;
  onRoom: () => void;
}

/** The stream of one reader. It is fed while its buffer has room, and dropped if it stays full for two heartbeats. */
class EventStream extends Readable {
  cursor: string | null;
  hasRoom = true;
  readonly mapChanges: ChangeMapper;
  readonly key: KeyActor | undefined;
  private readonly options: StreamOptions;
  private readonly onRoom: () => void;
  private readonly until: number;
  private readonly endNews: (() => void) | undefined;
  private lastNews = '';
  private wasFull = false;
  private finished = false;

  constructor({ cursor, actor, onRoom, ...options }: EventStreamParts) {
    super({ highWaterMark: bufferBytes });
    this.cursor = cursor;
    this.mapChanges = options.mapChanges ?? asTheyAre;
    this.key = keyOf(actor);
    this.options = options;
    this.until = performance.now() + (options.lastsMs ?? Number.POSITIVE_INFINITY);
    this.onRoom = onRoom;
    this.endNews = options.news?.listen(() => this.sendNews());
  }

  override _read(): void {
    if (this.hasRoom) return;
    this.hasRoom = true;
    this.wasFull = false;
    this.sendNews();
    this.onRoom();
  }

  /** Sends the latest news, unless the reader has them; a full stream does so once it has room. */
  sendNews(): void {
    const { news } = this.options;
    if (!news || this.finished || !this.hasRoom) return;
    const text = JSON.stringify(news.latest());
    if (text === this.lastNews) return;
    this.lastNews = text;
    this.hasRoom = this.push(`event: ${news.event}\ndata: ${text}\n\n`);
  }

  /** Ends the stream after the changes already sent. */
  finish(): void {
    if (!this.finished) this.push(null);
    this.finished = true;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.finished = true;
    this.endNews?.();
    done(error);
  }

  /** `changes` are the feed's originals of those in `told`. */
  send(outgoing: OutgoingChanges, changes: readonly Change[]): void {
    if (this.finished) return;
    this.cursor = changes.at(-1)?.cursor ?? this.cursor;
    const events = outgoing.for(this.options);
    if (events) this.hasRoom = this.push(events);
    const { ends } = this.options;
    if (ends && changes.some(ends)) this.finish();
  }

  /**
   * A heartbeat for proxies and readers, with the cursor to resume from, so that changes filtered out are not read
   * again.
   */
  beat(): void {
    if (this.finished) return;
    if (performance.now() >= this.until) this.finish();
    else if (this.hasRoom) this.hasRoom = this.push(`:\n${idLine(this.cursor)}\n`);
    else if (this.wasFull) this.destroy();
    else this.wasFull = true;
  }
}

const kindAndId = ({ kind, id }: Change): object => ({ kind, id });

const event = (id: string, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
