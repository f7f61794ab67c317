import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { bookRow } from '#features/book/book.factory.ts';

interface Answer {
  status: number;
  text: string;
  cookies: string[];
}

// Pages staff look at: lists, a form, an export, and the calls behind them.
const looks = [
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
  private readonly url: string;
  private readonly over = new AbortController();
  private cookie = '';
  private rounds = 0;
  private working: Promise<void> = Promise.resolve();

  private constructor(url: string) {
    this.url = url;
  }

  /** Signs in as the test's administrator and starts to work. */
  static async begin(url: string): Promise<StaffAtWork> {
    const person = new StaffAtWork(url);
    const { cookies } = await person.send('POST', '/login', { id: 'ada', password: 'correct horse battery' });
    person.cookie = cookies.map((one) => one.split(';')[0]).join('; ');
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
    const { results } = JSON.parse((await this.send('GET', '/api/v1/category')).text);
    const there = new Set(results.map(({ title }: { title: string }) => title));
    return titles.filter((title) => !there.has(title));
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.round().catch((error: unknown) => this.faults.push(String(error)));
      this.rounds += 1;
    }
  }

  /** Saves a book, changes it, runs a job, and looks at everything. */
  private async round(): Promise<void> {
    const name = `${new URL(this.url).port} ${Math.random().toString(36).slice(2, 10)}`;
    const made = await this.results('POST', '/api/v1/category', { title: `${name} draft` });
    await this.results('PUT', `/api/v1/category/${Number(made['cat_idx'])}`, { title: name, version: 1 });
    this.saved.push(name);
    books += 1;
    const book = bookRow(books);
    await this.results('POST', '/api/v1/book', { books: [book], create_missing: true });
    await this.results('PUT', `/api/v1/book/${book.bid}`, { title: name, version: 1 });
    for (const look of looks) await this.send('GET', look);
  }

  private async results(method: string, place: string, body?: object): Promise<Record<string, unknown>> {
    const { status, text } = await this.send(method, place, body);
    return status === 200 ? JSON.parse(text).results : {};
  }

  /** Over a separate connection, like a proxy without keep-alive. */
  private async send(method: string, place: string, body?: object): Promise<Answer> {
    const payload = body && JSON.stringify(body);
    const headers = { cookie: this.cookie, ...(payload && { 'content-type': 'application/json' }) };
    const answer = await new Promise<Answer>((resolve, reject) => {
      const request = http.request(this.url + place, { method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, cookies: response.headers['set-cookie'] ?? [] }),
        );
      });
      request.on('error', reject);
      request.end(payload);
    });
    if (answer.status !== 200)
      this.faults.push(`${method} ${place} was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return answer;
  }
}
