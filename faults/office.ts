import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { databaseUrl } from '#kernel/db/embedded.ts';
import { readPidFile, socketPort, superuser } from '#kernel/db/embedded-cluster.ts';
import { type SpawnedOffice, spawnOffice } from '#test/process.ts';

const account = { ADMIN_ID: 'faults', ADMIN_PASSWORD: 'correct horse battery' };

// Longer than any response of the product may take. Milliseconds.
const answerWithinMs = 75_000;

/** A response; status 0 if there was none. */
export interface Answer {
  status: number;
  text: string;
  /** Whether it came from the product, not from a proxy in front of it. */
  isOurs: boolean;
}

/** The product as a process, with somebody signed in. */
export class Office {
  readonly dataDir: string;
  private readonly ownsFolder: boolean;
  private readonly environment: Record<string, string>;
  private process: SpawnedOffice;
  private cookie = '';
  private proxy: string | undefined;

  private constructor(environment: Record<string, string>, process: SpawnedOffice, ownsFolder: boolean) {
    this.dataDir = environment['DATA_DIR'] ?? '';
    this.ownsFolder = ownsFolder;
    this.environment = environment;
    this.process = process;
  }

  /** On its own embedded database in a folder that is removed with it, unless the environment says otherwise. */
  static async start(environment: Record<string, string> = {}): Promise<Office> {
    const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(path.join(os.tmpdir(), 'faults-')));
    const all = { LOG_LEVEL: 'silent', ...account, ...environment, DATA_DIR: dataDir };
    const office = new Office(all, await spawnOffice(all), !environment['DATA_DIR']);
    await office.signIn();
    return office;
  }

  get url(): string {
    return this.proxy ?? this.process.url;
  }

  /** Its own port, even behind a proxy. */
  get port(): number {
    return Number(new URL(this.process.url).port);
  }

  /** The same session through a proxy. */
  through(proxy: string): Pick<Office, 'url' | 'ask' | 'results'> {
    const other = new Office(this.environment, this.process, false);
    other.cookie = this.cookie;
    other.proxy = proxy;
    return other;
  }

  /** Kills it, as in a crash. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  /** Asks it to stop; returns its exit code once it has. */
  end(): Promise<number | null> {
    return this.process.stop();
  }

  /** Starts it again on the same port after it has ended. */
  async begin(environment: Record<string, string> = {}): Promise<void> {
    this.process = await spawnOffice({ ...this.environment, ...environment, PORT: String(this.port) });
  }

  /** Restarts it whenever it ends by itself, like a supervisor. Returns a function that stops that. */
  supervise(): () => void {
    const off = new AbortController();
    const watch = async () => {
      await this.process.ended;
      while (!off.signal.aborted) {
        const began = await this.begin().then(
          () => true,
          () => false,
        );
        if (began) return watch();
      }
    };
    void watch();
    return () => off.abort();
  }

  async ask(
    method: string,
    place: string,
    body?: FormData | object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const type = { ...(body && !isForm && { 'content-type': 'application/json' }) };
    try {
      const answer = await fetch(this.url + place, {
        method,
        headers: { cookie: this.cookie, ...type, ...headers },
        body: isForm ? body : body ? JSON.stringify(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      return { status: answer.status, text: await answer.text(), isOurs: answer.headers.has('x-request-id') };
    } catch (error) {
      return {
        status: 0,
        isOurs: false,
        text: error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error),
      };
    }
  }

  /** The results of a call that must respond with 200. */
  async results<T>(method: string, place: string, body?: FormData | object): Promise<T> {
    const { status, text } = await this.ask(method, place, body);
    if (status !== 200) throw new Error(`${method} ${place} was answered ${status}: ${text}`);
    return JSON.parse(text).results;
  }

  /** The process id of its embedded database. */
  get postmaster(): number {
    return readPidFile(path.join(this.dataDir, 'postgres'))?.pid ?? 0;
  }

  /** Queries its embedded database directly. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    const host = readPidFile(path.join(this.dataDir, 'postgres'))?.socketFolder ?? '';
    const connectionString = databaseUrl({ host, port: socketPort, user: superuser }, 'office');
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  async stop(): Promise<void> {
    await this.process.stop();
    if (this.ownsFolder) await rm(this.dataDir, { recursive: true, force: true });
  }

  private async signIn(): Promise<void> {
    const body = new URLSearchParams({ id: account.ADMIN_ID, password: account.ADMIN_PASSWORD });
    const answer = await fetch(`${this.url}/login`, { method: 'POST', body, redirect: 'manual' });
    this.cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  }
}
