import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { databaseUrl } from '#kernel/db/embedded.ts';
import { readPidFile, socketPort, superuser } from '#kernel/db/embedded-cluster.ts';
import { Client, type Reply } from '#test/client.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { admin } from '#test/product.ts';

/** The product as a process, with somebody signed in. */
export class Office {
  readonly dataDir: string;
  private readonly ownsFolder: boolean;
  readonly environment: Readonly<Record<string, string>>;
  private process: SpawnedOffice;
  private cookie = '';

  private constructor(environment: Record<string, string>, process: SpawnedOffice, ownsFolder: boolean) {
    this.dataDir = environment['DATA_DIR'] ?? '';
    this.ownsFolder = ownsFolder;
    this.environment = environment;
    this.process = process;
  }

  /** On its own embedded database in a folder that is removed with it, unless the environment says otherwise. */
  static async start(environment: Record<string, string> = {}): Promise<Office> {
    const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(path.join(os.tmpdir(), 'faults-')));
    const all = {
      LOG_LEVEL: 'silent',
      ADMIN_ID: admin.id,
      ADMIN_PASSWORD: admin.password,
      ...environment,
      DATA_DIR: dataDir,
    };
    const office = new Office(all, await spawnOffice(all), !environment['DATA_DIR']);
    office.cookie = (await Client.logIn(office.url, admin)).cookie;
    return office;
  }

  get url(): string {
    return this.process.url;
  }

  /** The port at which it begins again. */
  get port(): number {
    return Number(new URL(this.process.url).port);
  }

  /** What it has printed since it began. */
  said(): string {
    return this.process.said();
  }

  /** A client with the session of its administrator, through a proxy if there is one. */
  client(proxy?: string): Client {
    return new Client(proxy ?? this.url, this.cookie);
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

  request(...request: Parameters<Client['request']>): Promise<Reply> {
    return this.client().request(...request);
  }

  /** The results of a call that must respond with 200. */
  results<T>(...request: Parameters<Client['results']>): Promise<T> {
    return this.client().results<T>(...request);
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
}
