import { Readable } from 'node:stream';
import type { Change } from '../changes/change-feed.ts';
import type { Actor, KeyActor } from '../work/actor.ts';

/** Maps changes to those sent to a reader, in the same order: fewer, or under other names. Cursors stay the same. */
export type ChangeMapper = (changes: readonly Change[]) => Promise<Change[]>;

/** What a reader is sent besides changes, under a name of its own: the latest state at the start and when it differs. */
export interface StreamNews {
  event: string;
  latest: () => object;
  /** Calls `notify` when the state may differ; returns a function that ends that. */
  listen: (notify: () => void) => () => void;
}

/** A subscription: changes of these kinds, as in the feed. */
export interface StreamOptions {
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

// Buffer limit per reader: at most this plus one batch, together about 64 KB.
const bufferBytes = 16 << 10;
const asTheyAre: ChangeMapper = async (changes) => [...changes];

/** The key that a reader uses; staff have none. */
export const keyOf = (actor: Actor | null): KeyActor | undefined => (actor && 'keyIdx' in actor ? actor : undefined);

/** Changes to be sent: serialized once for all streams that want all of them. */
export class OutgoingChanges {
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
export const numberOf = (cursor: string | null) => Number(cursor?.split('-')[1] ?? 0);

/** The line by which a reader resumes from a cursor. */
export const idLine = (cursor: string | null) => (cursor === null ? '' : `id: ${cursor}\n`);

interface EventStreamParts extends StreamOptions {
  cursor: string | null;
  actor: Actor | null;
  onRoom: () => void;
}

/** The stream of one reader. It is fed while its buffer has room, and dropped if it stays full for two heartbeats. */
export class EventStream extends Readable {
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

  /** `changes` are the feed's originals of those in `outgoing`. */
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
