import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#kernel/config/config.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { buildApp } from '../../build-app.ts';
import { features } from '#src/features.ts';
import { testDatabase } from '#test/test-database.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { account } from '#test/product.ts';
import {
  type Act,
  acts,
  begin,
  bidsOf,
  brought,
  type Folder,
  folderOf,
  goOn,
  type Send,
  sheetOf,
  signIn,
} from './import-client.fixture.ts';

const day = 24 * 3_600_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
/** Holds the lock that blocks the process at the moment it is to be killed. */
let gate: pg.Client;
let ours: number[];
const offices: SpawnedOffice[] = [];
let environment: Record<string, string>;
let storage: Storage;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  gate = new pg.Client({ connectionString: database.url });
  await Promise.all([client.connect(), gate.connect()]);
  const pidOf = async (one: pg.Client) => (await one.query('select pg_backend_pid() as pid')).rows[0].pid;
  ours = await Promise.all([client, gate].map(pidOf));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-kill-'));
  environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  ({ storage } = await openStorage(readConfig(environment)));
  Object.assign(environment, { DATABASE_URL: database.url, ...account });
});
afterAll(async () => {
  await Promise.all(offices.map((office) => office.kill()));
  await Promise.all([client.end(), gate.end()]);
  await database.drop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** When a process is killed: about to write to this table within the nth request of a kind, or in its job. */
interface Moment {
  act: Act;
  nth: number;
  table: string;
}

// The tables that each request always writes, first to last. An upload writes none: the process is killed as it begins.
const tables: Record<Act, string[]> = {
  stage: ['import', 'import_row', 'audit'],
  choose: ['import'],
  apply: ['book', 'act_record', 'import', 'audit'],
  'declare images': ['import_file'],
  'upload images': [''],
  'take images': ['book_image', 'import_file', 'audit'],
  'stage sentences': ['import_sentence'],
  'apply sentences': ['word', 'sentence', 'audit'],
  'declare audio': ['import_file'],
  'upload audio': [''],
  'take audio': ['sentence', 'import_file', 'audit'],
  publish: ['book', 'audit'],
};
// There are many uploads, taken in two requests; all other requests are sent once.
const nthOf = (act: Act, n: number) => (act.startsWith('upload') ? 5 : act.startsWith('take') ? n % 2 : 0);
const everyMoment = acts.flatMap((act) => tables[act].map((table, n): Moment => ({ act, table, nth: nthOf(act, n) })));
const fewMoments: Moment[] = [
  { act: 'apply', nth: 0, table: 'book' },
  { act: 'take images', nth: 1, table: 'book_image' },
];
const moments = process.env['TEST_LONG'] === '1' ? everyMoment : fewMoments;
const kills = moments.length;

/** Kills the process at its moment, where a lock blocks it; `ended` settles then. */
function killer(office: SpawnedOffice, { act, nth, table }: Moment) {
  const ended = Promise.withResolvers<void>();
  let seen = 0;
  const strike = async () => {
    try {
      await expect.poll(async () => table === '' || (await isWaitedFor(table))).toBe(true);
    } finally {
      await office.kill();
      await gate.query('rollback');
    }
    // Statements sent before the kill may still complete.
    await expect.poll(connections).toBe(0);
  };
  const watch = async (begun: Act) => {
    if (begun !== act || seen++ !== nth) return;
    await gate.query(`begin${table && `; lock table ${table} in share mode`}`);
    strike().then(ended.resolve, ended.reject);
  };
  return { watch, ended: ended.promise };
}

const isWaitedFor = async (table: string) =>
  (await client.query('select from pg_locks where relation = $1::regclass and not granted', [table])).rowCount !== 0;

/** The number of connections the office still has. */
const connections = async () =>
  (
    await client.query(
      'select from pg_stat_activity where datname = current_database() and pid <> all($1::integer[])',
      [ours],
    )
  ).rowCount;

async function start(): Promise<SpawnedOffice> {
  const office = await spawnOffice(environment);
  offices.push(office);
  return office;
}

interface Run {
  number: number;
  folder: Folder;
  done: boolean;
}

const importOf = async (run: number): Promise<number | undefined> =>
  (await client.query<{ import_idx: number }>('select import_idx from import where file_name = $1', [sheetOf(run)]))
    .rows[0]?.import_idx;

async function attempt(run: Run, send: Send): Promise<void> {
  const id = (await importOf(run.number)) ?? (await begin(send, run.number, run.folder));
  run.done = await goOn(send, id, run.folder, bidsOf(run.number));
}

async function finish(runs: readonly Run[], send: Send): Promise<void> {
  for (;;) {
    for (const run of runs) if (!run.done) await attempt(run, send);
    if (runs.every(({ done }) => done)) return;
    await sleep(50);
  }
}

/** The countable results of one import. */
interface Counted {
  status: string;
  step: string;
  books: number;
  images: number;
  words: number;
  sentences: number;
  voiced: number;
  taken: number;
  /** Books with only one of their two previews. */
  half: number;
}

async function countRuns(): Promise<Counted[]> {
  const { rows } = await client.query<Counted>(`
    select i.status, i.step, count(distinct b.bidx)::int as books, count(distinct p.img_idx)::int as images,
      count(distinct w.word_idx)::int as words, count(distinct s.sent_idx)::int as sentences,
      count(distinct s.audio_key)::int as voiced,
      (select count(*)::int from import_file f where f.import_idx = i.import_idx and f.status = 'taken') as taken,
      (select count(*)::int from (
        select from book_image h join book o using (bidx)
        where h.kind = 'preview' and o.bid like replace(replace(i.file_name, 'run-', 'K'), '.csv', '-%')
        group by bidx having count(*) <> 2) halves) as half
    from import i
    left join book b on b.bid like replace(replace(i.file_name, 'run-', 'K'), '.csv', '-%')
    left join book_image p using (bidx) left join word w using (bidx) left join sentence s using (word_idx)
    group by i.import_idx order by i.import_idx`);
  return rows;
}

/** The files that records refer to, with their expected sizes. */
async function recordedFiles(): Promise<Map<string, number | null>> {
  const { rows } = await client.query<{ key: string; size: number | null }>(`
    select folder || '/' || file_name as key, size from book_image
    union all select folder || '/thumb/' || name || '.jpg', null from book_image, unnest(array['list', 'strip', 'detail']) name
    union all select audio_key, audio_size from sentence where audio_key is not null`);
  return new Map(rows.map(({ key, size }) => [key, size]));
}

async function expectWhole(): Promise<void> {
  for (const [key, size] of await recordedFiles()) {
    const stat = await storage.stat(key);
    expect(stat?.size, key).toBe(size ?? stat?.size ?? 'there');
  }
  const steps = ['isbn', 'images', 'sentences', 'audio', 'done'];
  for (const one of await countRuns()) {
    const past = (step: string) => steps.indexOf(one.step) > steps.indexOf(step);
    expect(one.half).toBe(0);
    expect(one.taken).toBe(one.images + one.voiced / 2);
    expect(one.books).toBe(one.status === 'applied' ? brought.books : 0);
    expect(past('isbn')).toBe(one.status === 'applied');
    if (past('images')) expect(one.images).toBe(brought.images);
    expect([one.words, one.sentences]).toEqual(past('sentences') ? [brought.words, brought.sentences] : [0, 0]);
    expect(one.voiced === brought.voiced).toBe(past('audio'));
  }
}

/** Totals of what the audit says acts did. */
async function audited(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(`
    select action as name, count(*)::int as count from audit
      where action in ('import.staged', 'import.applied', 'import.sentences_applied') group by action
    union all
    select action || ' ' || key, sum(value::int)::int from audit, jsonb_each_text(after)
      where action in ('book_act.images_changed', 'book_act.audio_changed') group by action, key`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const keysBelow = async (...prefixes: string[]) => {
  const keys: string[] = [];
  for (const prefix of prefixes) for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.toSorted();
};

/** The nightly sweep, a day later. */
async function sweep(): Promise<void> {
  const config = readConfig(environment);
  const clock = () => new Date(Date.now() + day + 60_000);
  const opened = await openStorage(config, clock);
  const app = await buildApp({ config, opened, connection: { connectionString: database.url }, clock, features });
  await sweepUnreferencedFiles(app);
  await app.stop();
}

test(`${kills} kills over all steps of an import: nothing is half done, nothing twice, and it resumes where it was`, {
  timeout: 900_000,
}, async () => {
  const runs: Run[] = [];
  for (const [number, moment] of moments.entries()) {
    const office = await start();
    const quiet = await signIn(office.url);
    for (const run of runs) if (!run.done) await attempt(run, quiet);
    const run = { number, folder: await folderOf(number), done: false };
    runs.push(run);
    const { watch, ended } = killer(office, moment);
    const failed = await signIn(office.url, watch)
      .then((send) => finish([run], send))
      .catch((error: unknown) => error);
    // Only the kill may have stopped it: before a response began, or while it was read.
    if (failed !== undefined)
      expect(failed).toMatchObject({ message: expect.stringMatching(/^(fetch failed|terminated)$/) });
    await ended;
    await expectWhole();
  }
  const office = await start();
  const send = await signIn(office.url);
  await finish(runs, send);
  expect(await office.stop()).toBe(0);

  await expectWhole();
  const { books, covers, images, words, sentences, voiced } = brought;
  const whole = { status: 'applied', step: 'done', books, images, words, sentences, voiced, half: 0 };
  expect(await countRuns()).toEqual(moments.map(() => ({ ...whole, taken: images + voiced / 2 })));
  expect(await audited()).toEqual({
    'import.staged': kills,
    'import.applied': kills,
    'import.sentences_applied': kills,
    'book_act.images_changed cover': kills * covers,
    'book_act.images_changed preview': kills * (images - covers),
    'book_act.audio_changed sentences': kills * voiced,
  });
  await sweep();
  expect(await keysBelow('images/', 'audios/')).toEqual([...(await recordedFiles()).keys()].toSorted());
  expect(await keysBelow('staging/')).toEqual([]);
});
