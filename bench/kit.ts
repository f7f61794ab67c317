import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Config, readConfig } from '#kernel/config/config.ts';
import { type Database, openDatabase } from '#kernel/db/database.ts';
import { databaseUrl, type EmbeddedPostgres, startEmbeddedPostgres } from '#kernel/db/embedded.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { openPool } from '#kernel/db/pool.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { type App, buildApp } from '#src/build-app.ts';
import { plantSession } from '#test/app.ts';

export const root = path.resolve(import.meta.dirname, '..');
export const cache = path.join(root, '.cache/bench');

/** One figure and its limit, both measured in this run. */
export interface Figure {
  name: string;
  /** The measurement and its limit as text: '412 req/s of 1,310'. */
  said: string;
  ratio: number;
  /** The bound of the ratio; absent if there is no limit and the figure is only reported. */
  aim?: { most: number } | { least: number };
}

/** How many codes a bench has: `CODES=100000 npm run bench -- codes` if the usual number takes too long. */
export const codesOf = (usual: number): number => Math.min(usual, Number(process.env['CODES'] ?? usual));

export const figures: Figure[] = [];

export function record(figure: Figure): void {
  figures.push(figure);
  console.log(line(figure));
}

export function meets({ ratio, aim }: Figure): boolean {
  if (!aim) return true;
  return 'most' in aim ? ratio <= aim.most : ratio >= aim.least;
}

export function line(figure: Figure): string {
  const aim = !figure.aim ? '' : 'most' in figure.aim ? `≤ ${figure.aim.most}` : `≥ ${figure.aim.least}`;
  const verdict = !figure.aim ? 'told ' : meets(figure) ? 'ok   ' : 'SHORT';
  return `${verdict}  ${figure.ratio.toFixed(2).padStart(7)}  ${aim.padEnd(8)} ${figure.name.padEnd(44)} ${figure.said}`;
}

/** The shortest of several runs in milliseconds: what the machine can do undisturbed. */
export async function best(runs: number, act: () => Promise<unknown>): Promise<number> {
  const [shortest] = await bestOfEach(runs, [act]);
  return shortest;
}

/**
 * The shortest of several runs of acts that are compared: each runs once per round, so that a busy machine slows down
 * all of them.
 */
export async function bestOfEach<const Acts extends readonly (() => Promise<unknown>)[]>(
  runs: number,
  acts: Acts,
): Promise<{ -readonly [Act in keyof Acts]: number }> {
  const shortest = acts.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run++) {
    for (const [at, act] of acts.entries()) {
      const start = performance.now();
      await act();
      shortest[at] = Math.min(shortest[at] ?? 0, performance.now() - start);
    }
  }
  return shortest as { -readonly [Act in keyof Acts]: number };
}

export interface BenchServer {
  /** Creates a migrated database and returns its URL; an existing one of the same name is dropped. */
  database(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL with its production settings. */
export async function startBenchServer(): Promise<BenchServer> {
  await rm(path.join(cache, 'files'), { recursive: true, force: true });
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: path.join(cache, 'postgres') });
  const urlOf = (name: string) => databaseUrl(server.connection, name);
  return {
    stop: () => server.stop(),
    drop: (name) => execute(urlOf('postgres'), dropping(name)),
    database: (name) => createDatabase(urlOf, name),
  };
}

/** Creates a migrated database on a server and returns its URL; an existing one of the same name is dropped. */
export async function createDatabase(urlOf: (name: string) => string, name: string): Promise<string> {
  await execute(urlOf('postgres'), dropping(name), `create database ${name}`);
  const db = openBare(urlOf(name));
  await migrate(db, path.join(root, 'db/migrations'));
  await db.destroy();
  return urlOf(name);
}

const dropping = (name: string) => `drop database if exists ${name} with (force)`;

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** One connection without the product's settings, such as how long a statement may take. */
export const openBare = (url: string): Kysely<unknown> =>
  new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) });

/** The product in this process, with somebody signed in. */
export async function openBenchApp(
  url: string,
  environment: Record<string, string> = {},
): Promise<{ app: App; config: Config; sid: string; cookie: string }> {
  const own = { DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent', RATE_LIMIT: '0' };
  const config = readConfig({ ...own, ...environment });
  const app = await buildApp({ config, opened: await openStorage(config), connection: { connectionString: url } });
  const sid = await plantSession(app, 'bench', true);
  return { app, config, sid, cookie: `sid=${sid}` };
}

/** Transactions as in the product, without the rest of it. */
export function openWork(url: string): { work: UnitOfWork; db: Database; close: () => Promise<void> } {
  const pool = openPool({ connectionString: url });
  const db = openDatabase(pool);
  const work = new UnitOfWork({
    db,
    readDb: db,
    clock: () => new Date(),
    timeZone: 'UTC',
    catalogues: new Catalogues({}),
    onError: console.error,
  });
  return { work, db, close: () => pool.end() };
}

/** Bulk-fills the library with generated books; a tenth of the titles are Korean, a tenth have accents. */
export async function fillBooks(url: string, count: number): Promise<void> {
  const db = openBare(url);
  await sql`set maintenance_work_mem = '512MB'`.execute(db);
  await sql`drop index book__search_idx`.execute(db);
  await sql`insert into series (title, position) select 'Series ' || n, n from generate_series(1, 500) n`.execute(db);
  await sql`insert into level (ser_idx, title, position) select ser_idx, 'Level ' || n, n from series, generate_series(1, 4) n`.execute(
    db,
  );
  await sql`
    insert into book (bid, format, title, title_en, ser_idx, lev_idx, isbn_print, isbn_spindle, author, released_date, created_at, updated_at)
    select 'G' || n, case n % 2 when 0 then 'EPUB' else 'SPINDLE' end,
      case n % 10
        when 0 then (array['나무','바다','하늘','고양이','우체국'])[1 + n % 5] || ' 이야기 ' || n
        when 1 then 'El jardín de José Ñandú ' || n
        else 'The ' || (array['Lantern','River','Window','Garden','Bicycle','Mountain','Violin'])[1 + n % 7] || ' of ' || md5(n::text) end,
      null, l.ser_idx, l.lev_idx, (9780000000000 + n)::text, (9790000000000 + n)::text,
      'Author ' || (n % 4000), (1900 + n % 120)::text, now(), now() - n * interval '1 second'
    from generate_series(1, ${sql.lit(count)}) n
    join level l on l.lev_idx = 1 + n % 2000`.execute(db);
  await sql`create index book__search_idx on book using gin (search gin_trgm_ops)`.execute(db);
  await sql`vacuum analyze book`.execute(db);
  await db.destroy();
}
