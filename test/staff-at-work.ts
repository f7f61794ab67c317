import { setTimeout as pause } from 'node:timers/promises';
import { bookRow } from '#features/book/book.factory.ts';
import { Client, type Reply } from './client.ts';
import { admin } from './product.ts';

// Pages staff look at: lists, a form, an export, and the calls behind them.
const paths = [
  '/',
  '/book',
  '/book/export?as=csv',
  '/series',
  '/collection',
  '/code',
  '/registration',
  '/audit',
  '/api/v1/series',
];

// So that no two books get the same number.
let books = 0;

/** A person who reads and writes at one address without a pause, and records what was saved and what failed. */
export class StaffAtWork {
  /** The titles whose save was acknowledged. */
  readonly saved: string[] = [];
  /** Every unexpected response. */
  readonly faults: string[] = [];
  private readonly client: Client;
  private readonly over = new AbortController();
  private rounds = 0;
  private working: Promise<void> = Promise.resolve();

  private constructor(client: Client) {
    this.client = client;
  }

  /** Logs in as the test's administrator and starts to work. */
  static async begin(url: string): Promise<StaffAtWork> {
    const person = new StaffAtWork(await Client.logIn(url, admin));
    person.working = person.work();
    return person;
  }

  /** Resolves after this many more rounds. */
  async works(rounds: number): Promise<void> {
    const until = this.rounds + rounds;
    while (this.rounds < until && !this.over.signal.aborted) await pause(20);
  }

  /** The given titles that are missing here. */
  async missing(titles: readonly string[]): Promise<string[]> {
    const rows = await this.client.results<{ title: string }[]>('GET', '/api/v1/category');
    const there = new Set(rows.map(({ title }) => title));
    return titles.filter((title) => !there.has(title));
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.round();
      this.rounds += 1;
    }
  }

  /** Saves a book, changes it, runs a job, and looks at everything. */
  private async round(): Promise<void> {
    const name = `${new URL(this.client.url).port} ${Math.random().toString(36).slice(2, 10)}`;
    const made = await this.results('POST', '/api/v1/category', { title: `${name} draft` });
    const category = `/api/v1/category/${Number(made?.['cat_idx'])}`;
    if (await this.results('PUT', category, { title: name, version: 1 })) this.saved.push(name);
    books += 1;
    const book = bookRow(books);
    await this.results('POST', '/api/v1/book', { books: [book], create_missing: true });
    await this.results('PUT', `/api/v1/book/${book.bid}`, { title: name, version: 1 });
    for (const path of paths) await this.send('GET', path);
  }

  private async results(method: string, path: string, body: object): Promise<Record<string, unknown> | undefined> {
    const { status, text } = await this.send(method, path, body);
    return status === 200 ? JSON.parse(text).results : undefined;
  }

  /** Over a separate connection, like a proxy without keep-alive. */
  private async send(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.client.request(method, path, body, { connection: 'close' });
    if (reply.status !== 200)
      this.faults.push(`${method} ${path} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
    return reply;
  }
}
