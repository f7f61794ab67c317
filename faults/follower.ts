import { setTimeout as sleep } from 'node:timers/promises';

const againMs = 200;

/** A portal that follows the stream of changes, and reconnects whenever it breaks off. */
export class Follower {
  /** The ids of the records it received, in the order of the events. */
  readonly heard: string[] = [];
  /** How often an event arrived out of order. */
  disorder = 0;
  /** How often it was told that its cursor is gone, so that it had to start over. */
  anew = 0;
  private readonly over = new AbortController();
  private readonly url: string;
  private readonly key: string;
  private readonly running: Promise<void>;
  private cursor = '';

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
    this.running = this.run();
  }

  async leave(): Promise<void> {
    this.over.abort();
    await this.running;
  }

  /** Waits until it has a cursor to resume from. */
  async begun(): Promise<void> {
    while (this.cursor === '') await sleep(10);
  }

  private async run(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.follow().catch(() => undefined);
      await sleep(againMs);
    }
  }

  private async follow(): Promise<void> {
    const answer = await fetch(this.url, {
      headers: { authorization: `Bearer ${this.key}`, ...(this.cursor && { 'last-event-id': this.cursor }) },
      signal: this.over.signal,
    });
    if (answer.status === 410) {
      this.anew += 1;
      this.cursor = '';
    }
    if (answer.status !== 200) return answer.body?.cancel();
    const decoder = new TextDecoder();
    let waiting = '';
    for await (const piece of answer.body ?? []) {
      const events = (waiting + decoder.decode(piece, { stream: true })).split('\n\n');
      // An incomplete event does not count.
      waiting = events.pop() ?? '';
      for (const event of events) this.take(event);
    }
  }

  private take(event: string): void {
    const [, cursor = this.cursor] = /^id: (.*)$/m.exec(event) ?? [];
    const [, data] = /^data: (.*)$/m.exec(event) ?? [];
    if (data !== undefined) {
      if (numberOf(cursor) <= numberOf(this.cursor)) this.disorder += 1;
      this.heard.push(String(JSON.parse(data).id));
    }
    this.cursor = cursor;
  }
}

const numberOf = (cursor: string) => Number(cursor.split('-')[1] ?? -1);
