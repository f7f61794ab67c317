import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { AppError } from '../messages/errors.ts';
import type { Actor, KeyActor } from '../work/actor.ts';

/** Maps changes to those a reader is told, in the same order: fewer, or under other names. Cursors stay the same. */
export type Telling = (changes: readonly Change[]) => Promise<Change[]>;

/** What a reader is sent besides changes, under a name of its own: the latest state at the start and when it differs. */
export interface StreamNews {
  event: string;
  latest: () => object;
  /** Calls `tell` when the state may differ; returns a function that ends that. */
  listen: (tell: () => void) => () => void;
}

/** A subscription: changes of these kinds, as in the feed. */
export interface StreamOptions {
  /**
   * `now` skips earlier changes; a `Last-Event-ID` takes precedence. Without either, the stream starts with the oldest
   * change kept.
   */
  from?: 'now' | undefined;
  /** Called once for all streams with the same function; by default changes are sent as they are. */
  tell?: Telling;
  /** Which of the told changes to send; all by default. */
  wants?: ((change: Change) => boolean) | undefined;
  /** The cursor to start after if there is no `Last-Event-ID`. */
  after?: string | undefined;
  /** The content of an event; `{kind, id}` by default. */
  holds?: (change: Change) => object;
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

const asTheyAre: Telling = async (changes) => [...changes];

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
  private looking = false;
  private asked = false;
  private closed = false;
  private checking = false;

  constructor(parts: EventStreamsParts) {
    const { changes, app, onError, heartbeatMs = 15_000, most = 5000, endedKeys = async () => new Set() } = parts;
    this.changes = changes;
    this.onError = onError;
    this.most = most;
    this.endedKeys = endedKeys;
    this.endWakes = changes.onWake(() => this.look());
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
    const asked = request.headers['last-event-id'];
    const last = typeof asked === 'string' && asked !== '' ? asked : (options.after ?? null);
    if (last !== null) await this.changes.after(last, 1);
    // Browsers use HEAD to learn why a stream was refused: EventSource does not tell.
    if (request.method === 'HEAD') return Readable.from([]);
    const place = last ?? (options.from === 'now' ? await this.changes.latest() : null);
    const stream = new EventStream({ ...options, place, actor: request.actor, onRoom: () => this.look() });
    this.streams.add(stream);
    stream.on('close', () => this.streams.delete(stream));
    // A new reader needs a cursor to resume from: send it immediately.
    stream.push(`retry: 1000\n${idLine(place)}\n`);
    stream.tellNews();
    // The process may have begun to shut down meanwhile.
    if (this.closed) stream.finish();
    else this.look();
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
  get places(): (string | null)[] {
    return [...new Set([...this.streams].map(({ place }) => place))];
  }

  /** Ends all streams and opens no new ones. */
  close(): void {
    this.closed = true;
    this.endWakes();
    clearInterval(this.heartbeat);
    clearInterval(this.keyCheck);
    for (const stream of this.streams) stream.finish();
  }

  private look(): void {
    this.asked = true;
    if (this.looking) return;
    this.looking = true;
    const start = performance.now();
    void this.feed()
      .catch(this.onError)
      .then(() => sleep(Math.min(performance.now() - start, gatherMs), undefined, { ref: false }))
      .finally(() => {
        this.looking = false;
        if (this.asked && !this.closed) this.look();
      });
  }

  /**
   * Feeds every stream with room until there are no more changes. Full streams are fed once they have room. The most
   * advanced streams come first and never wait for more than a few that catch up.
   */
  private async feed(): Promise<void> {
    while (this.asked && !this.closed) {
      this.asked = false;
      const ready = [...this.streams].filter((stream) => stream.hasRoom);
      const places = [...Map.groupBy(ready, (stream) => stream.place)].toSorted(
        ([a], [b]) => numberOf(b) - numberOf(a),
      );
      const [furthest, ...behind] = places;
      if (furthest) await this.feedFrom(...furthest);
      await Promise.all(behind.slice(0, catchUps).map((one) => this.feedFrom(...one)));
      if (behind.length > catchUps) this.asked = true;
    }
  }

  /** Sends the streams at one cursor the changes after it. */
  private async feedFrom(place: string | null, streams: readonly EventStream[]): Promise<void> {
    const changes = await this.read(place, streams);
    if (changes.length === 0) return;
    this.asked = true;
    for (const [tell, alike] of Map.groupBy(streams, (stream) => stream.tell)) {
      const told = new ToldChanges(await tell(changes));
      for (const stream of alike) stream.send(told, changes);
    }
  }

  /** Ends streams whose cursor has become invalid, as after a restore: their readers reconnect and get the error. */
  private async read(place: string | null, streams: readonly EventStream[]): Promise<Change[]> {
    try {
      return await this.changes.after(place, batchSize);
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
    if (this.streams.size > 0) this.look();
  }
}

const keyOf = (actor: Actor | null): KeyActor | undefined => (actor && 'keyIdx' in actor ? actor : undefined);

/** Changes to be sent: serialized once for all streams that want all of them. */
class ToldChanges {
  private readonly changes: readonly Change[];
  private all: Buffer | undefined;

  constructor(changes: readonly Change[]) {
    this.changes = changes;
  }

  /** The serialized events a reader wants; undefined if there are none. */
  for({ wants, holds }: StreamOptions): Buffer | undefined {
    const text = wants || holds ? textOf(wants ? this.changes.filter(wants) : this.changes, holds) : this.whole();
    return text.length > 0 ? text : undefined;
  }

  private whole(): Buffer {
    return (this.all ??= textOf(this.changes));
  }
}

const textOf = (changes: readonly Change[], holds = kindAndId): Buffer =>
  Buffer.from(changes.map((change) => event(change.cursor, holds(change))).join(''));

/** The number in a cursor, by which cursors of one epoch are ordered. */
const numberOf = (place: string | null) => Number(place?.split('-')[1] ?? 0);

const idLine = (place: string | null) => (place === null ? '' : `id: ${place}\n`);

interface EventStreamParts extends StreamOptions {
  place: string | null;
  actor: Actor | null;
  onRoom: () => void;
}

/** The stream of one reader. It is fed while its buffer has room, and dropped if it stays full for two heartbeats. */
class EventStream extends Readable {
  place: string | null;
  hasRoom = true;
  readonly tell: Telling;
  readonly key: KeyActor | undefined;
  private readonly options: StreamOptions;
  private readonly onRoom: () => void;
  private readonly until: number;
  private readonly endNews: (() => void) | undefined;
  private lastNews = '';
  private wasFull = false;
  private finished = false;

  constructor({ place, actor, onRoom, ...options }: EventStreamParts) {
    super({ highWaterMark: bufferBytes });
    this.place = place;
    this.tell = options.tell ?? asTheyAre;
    this.key = keyOf(actor);
    this.options = options;
    this.until = performance.now() + (options.lastsMs ?? Number.POSITIVE_INFINITY);
    this.onRoom = onRoom;
    this.endNews = options.news?.listen(() => this.tellNews());
  }

  override _read(): void {
    if (this.hasRoom) return;
    this.hasRoom = true;
    this.wasFull = false;
    this.tellNews();
    this.onRoom();
  }

  /** Sends the latest news, unless the reader has them; a full stream does so once it has room. */
  tellNews(): void {
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
  send(told: ToldChanges, changes: readonly Change[]): void {
    if (this.finished) return;
    this.place = changes.at(-1)?.cursor ?? this.place;
    const events = told.for(this.options);
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
    else if (this.hasRoom) this.hasRoom = this.push(`:\n${idLine(this.place)}\n`);
    else if (this.wasFull) this.destroy();
    else this.wasFull = true;
  }
}

const kindAndId = ({ kind, id }: Change): object => ({ kind, id });

const event = (id: string, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
