import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { AppError } from '../messages/errors.ts';
import type { KeyActor } from '../work/actor.ts';
import { EventStream, idLine, keyOf, numberOf, OutgoingChanges, type StreamOptions } from './event-stream.ts';

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

const batchSize = 250;

// After each round, changes are collected for as long as the round took, up to this limit: in a busy library, readers
// get few large chunks instead of many small ones. A change after a quiet moment is sent immediately. Milliseconds.
const gatherMs = 20;

// How many cursors are caught up from at a time: after an outage, nearly every reader returns with a different one.
const catchUps = 4;

// How often keys are checked. Milliseconds.
const keysMs = 1000;

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
