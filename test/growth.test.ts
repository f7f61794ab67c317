import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { eventBody } from '#features/event/event.factory.ts';
import { type Receiver, startReceiver } from '#features/webhook/receiver.fixture.ts';
import { readConfig } from '#kernel/config/config.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { verify } from '#src/verify/verify.ts';
import { type Office, type Person, startOffice } from './app.ts';

/**
 * A year of an office: what grows, what the nights remove, and what each table weighs, to compare with
 * docs/operations/growth.md. A tenth of what staff do is done by calls; the rest are copies of the rows that these leave.
 */
const isLong = process.env['TEST_LONG'] === '1';
// A share of what an office does, to try it out.
const share = Number(process.env['GROWTH_SHARE'] ?? 1);
const months = 12;
const books = 2000;
const collections = 60;
const edits = 30;
const copies = Math.ceil((12_000 / (2 * edits)) * share);
const logIns = Math.ceil(2400 * share);
const codesMonthly = Math.ceil((2_000_000 / months) * share);
const registrationsMonthly = Math.ceil((3_000_000 / months) * share);
/** Months. */
const kept = { audit: 6, effects: 3, versions: 6 };
const dayMs = 86_400_000;
const startOf = (month: number) => new Date(Date.UTC(2026, 3 + month, 1, 12));

let office: Office;
let admin: Person;
/** Without the product's limits for statements. */
let client: pg.Client;
let receiver: Receiver;
let dataDir: string;
beforeAll(async () => {
  if (!isLong) return;
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'growth-'));
  receiver = await startReceiver();
  office = await startOffice({ jobs: true, environment: { DATA_DIR: dataDir, TIME_ZONE: 'UTC' } });
  client = new pg.Client({ connectionString: office.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  if (!isLong) return;
  await client.end();
  await office.close();
  await receiver.close();
  await rm(dataDir, { recursive: true });
});

async function enter(time: Date): Promise<void> {
  office.clock.set(time.toISOString());
  admin = await office.signIn('ada', true);
}
/** The results of a call that must succeed. */
async function results<T = unknown>(method: 'get' | 'post' | 'put', url: string, body?: object): Promise<T> {
  const answer = await admin[method](url, body as never);
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.json.results;
}
const query = async <Row = Record<string, never>>(text: string): Promise<Row[]> => (await client.query(text)).rows;
const numberOf = async (text: string): Promise<number> => Number((await query<{ n: number }>(text))[0]?.n);

/** Copies rows, each with some values of its own: `n` is the number of the copy, `t` the row. */
const copy = (table: string, where: string, values: string, times = copies) =>
  query(`insert into ${table} overriding system value
    select (jsonb_populate_record(t, jsonb_build_object(${values}))).* from ${table} t, generate_series(1, ${times}) n
    where ${where}`);
const next = (table: string, column: string) => `'${column}', nextval(pg_get_serial_sequence('${table}', '${column}'))`;
/** Spreads copies over the month. */
const during = (column: string) => `'${column}', t.${column} + n * interval '28 days' / ${copies + 1}`;

async function furnish(): Promise<{ cust_idx: number; cidx: number; event_idx: number }> {
  for (let first = 1; first <= books; first += 500)
    await results('post', '/api/v1/book', {
      books: Array.from({ length: 500 }, (_, n) => bookRow(first + n)),
      create_missing: true,
    });
  for (let n = 1; n <= collections; n++) {
    await results('post', '/api/v1/collection', { cid: `C${n}`, title: `Collection ${n}` });
    await results('put', `/api/v5/collection/C${n}`, { is_public: 'O', version: 1 });
  }
  await results('put', '/api/v1/book', { selection: { filter: {} }, published: true });
  await results('post', '/api/v1/webhook', { name: 'Portal', url: receiver.url });
  const { cust_idx } = await results<{ cust_idx: number }>('post', '/api/v1/customer', {
    cust_id: 'ACME',
    name: 'Acme Books',
  });
  const lasting = { from: startOf(0).getTime() / 1000, until: startOf(months + 1).getTime() / 1000 };
  const body = eventBody(1, { cid: 'C1', ...lasting, participant_limit: 0 });
  const { event_idx } = await results<{ event_idx: number }>('post', '/api/v1/event', body);
  for (const [key, value] of Object.entries({ ...kept, archive: true }))
    await results('put', `/api/v1/setting/retention.${key}`, { value });
  return { cust_idx, cidx: await numberOf(`select cidx as n from collection where cid = 'C1'`), event_idx };
}

/** What staff do by calls. */
async function work(month: number): Promise<void> {
  for (let n = 1; n <= edits; n++) {
    const version = await numberOf(`select version as n from book where bid = 'B${n}'`);
    await results('put', `/api/v1/book/B${n}`, { title: `Book ${n} of month ${month}`, version });
    const cid = `C${1 + ((month * edits + n) % collections)}`;
    const texts = { title: `제목 ${month}`, description: `어린이를 위한 이야기 모음 ${month}` };
    await results('put', `/api/v5/collection/${cid}/localize/ko`, texts);
  }
  const all = { selection: { filter: {} } };
  for (const language of ['Korean', 'English'])
    await results('put', '/api/v1/book/change', { ...all, change: { language } });
  for (const page of ['/book', '/collection']) expect((await admin.get(`${page}/export?as=csv`)).status).toBe(200);
  for (let n = 0; n < 5; n++) await office.stranger.post('/login', { id: 'ada', password: `wrong ${month}` });
  await expect.poll(() => numberOf(`select count(*) as n from webhook_delivery where state = 'waiting'`)).toBe(0);
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(edits);
  receiver.received = [];
}

/** Codes are issued, half of them redeemed, some extended by staff; learners also join an event. */
async function sell(month: number, to: { cust_idx: number; cidx: number; event_idx: number }): Promise<void> {
  const desk = codeDesk(() => office);
  const cg_idx = await desk.addBatch({ cust_idx: to.cust_idx, cidx: to.cidx, title: `Month ${month}` });
  await desk.issue(cg_idx, codesMonthly);
  const at = startOf(month).getTime() / 1000;
  const some = await query<{ code: string }>(`select code from code where cg_idx = ${cg_idx} limit 2000`);
  await results('post', '/customer/code/update/length', { codes: some.map(({ code }) => code), length: 60 });
  for (const { code } of some.slice(0, 5))
    expect(
      (await admin.post('/api/v1/code/redeem', { code, learner_id: code }, { 'idempotency-key': code })).status,
    ).toBe(200);
  await query(`update code set activated_date = ${at} + abs(hashtext(code)) % 2000000, expired_date = ${at} + 5184000
    where cg_idx = ${cg_idx} and activated_date = 0 and abs(hashtext(code)) % 2 = 0`);
  await query(`insert into registration (registered_at, cidx, learner_id, code)
    select activated_date, ${to.cidx}, 'learner-' || abs(hashtext(code)), code from code c
    where cg_idx = ${cg_idx} and activated_date > 0 and not exists (select from registration r where r.code = c.code)`);
  const joined = registrationsMonthly - Math.ceil(codesMonthly / 2);
  await query(`insert into registration (registered_at, expires_at, cidx, learner_id, event_idx)
    select ${at} + n % 2000000, ${at} + 5184000, ${to.cidx}, 'learner-' || ${month} || '-' || n, ${to.event_idx}
    from generate_series(1, ${joined}) n`);
  await query(`update event set participants = participants + ${joined} where event_idx = ${to.event_idx}`);
}

/** The newest rows of a moment. */
interface Newest {
  act: number;
  change: number;
  delivery: number;
  at: string;
}
const newest = async (): Promise<Newest> => ({
  act: await numberOf('select coalesce(max(act_idx), 0) as n from audit'),
  change: await numberOf('select coalesce(max(change_idx), 0) as n from change'),
  delivery: await numberOf('select coalesce(max(del_idx), 0) as n from webhook_delivery'),
  at: office.clock.now().toISOString(),
});

/** Copies the rows that calls have left since then. */
async function multiply(since: Newest): Promise<void> {
  const single = `t.act_idx > ${since.act} and t.action in ('book.updated', 'localize.localized', 'collection.updated')`;
  // Copies of an act get a number of their own, above those of former months.
  await query(`with acts as materialized (
      select t.act_idx, n, nextval('act_idx_seq') as own from audit t, generate_series(1, ${copies}) n where ${single}),
    lines as (
      insert into audit overriding system value
      select (jsonb_populate_record(t, jsonb_build_object(${next('audit', 'audit_idx')}, ${during('at')}, 'act_idx', own))).*
      from audit t join acts using (act_idx))
    insert into act_record
    select (jsonb_populate_record(t, jsonb_build_object('act_idx', own))).* from act_record t join acts using (act_idx)`);
  await copy(
    'change',
    `change_idx > ${since.change} and kind in ('book', 'collection')`,
    `${next('change', 'change_idx')}, ${during('at')}, 'kind', 'customer'`,
  );
  const messageId = `'msg_id', 'msg_' || replace(gen_random_uuid()::text, '-', '')`;
  await copy(
    'webhook_delivery',
    `del_idx > ${since.delivery}`,
    `${next('webhook_delivery', 'del_idx')}, ${messageId}, ${during('created_at')}`,
  );
  const own = `'token_hash', sha256(gen_random_uuid()::text::bytea), 'session_id', gen_random_uuid()`;
  await copy('session', `created_at >= '${since.at}'`, own, logIns);
  await copy('login_failure', 'true', next('login_failure', 'failure_idx'), copies);
  await copy('idempotency', 'true', `'key', gen_random_uuid()`, copies);
}

interface Weight {
  rows: number;
  bytes: number;
}
const weighed =
  'audit act_record code_change version change webhook_delivery session login_failure idempotency code registration';
async function weigh(): Promise<Map<string, Weight>> {
  const found = new Map<string, Weight>();
  for (const table of weighed.split(' '))
    found.set(table, {
      rows: await numberOf(`select count(*) as n from ${table}`),
      bytes: await numberOf(`select sum(pg_total_relation_size(oid)) as n from pg_class where oid = '${table}'::regclass
        or oid in (select inhrelid from pg_inherits where inhparent = '${table}'::regclass)`),
    });
  return found;
}

/** The work of a night, by the product's own jobs. */
async function night(): Promise<void> {
  const done = () =>
    numberOf(`select count(*) as n from pgboss.job where name in ('prune', 'retention')
    and state = 'completed'`);
  const before = await done();
  for (const name of ['prune', 'retention'])
    await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, name, {}));
  await expect.poll(done, { timeout: 600_000 }).toBe(before + 2);
}

const count = (value: number) => Math.round(value).toLocaleString('en').padStart(11);

test.runIf(isLong)(
  'A year of an office is pruned each night as set, its files have what went, and what is left is consistent',
  async () => {
    await enter(startOf(0));
    const sale = await furnish();
    const removed = new Map<string, number>();
    const heaviest = new Map<string, Weight>();
    for (let month = 0; month < months; month++) {
      await enter(startOf(month));
      const since = await newest();
      await work(month);
      await sell(month, sale);
      await multiply(since);
      const before = await weigh();
      await enter(new Date(startOf(month + 1).getTime() - dayMs / 2));
      await night();
      await query('vacuum analyze');
      const after = await weigh();
      console.log(`${startOf(month).toISOString().slice(0, 7)}  rows before, removed`);
      for (const [table, { rows, bytes }] of before) {
        const gone = rows - (after.get(table)?.rows ?? 0);
        removed.set(table, (removed.get(table) ?? 0) + Math.max(0, gone));
        if (rows > (heaviest.get(table)?.rows ?? 0)) heaviest.set(table, { rows, bytes });
        console.log(`  ${table.padEnd(18)} ${count(rows)} ${count(gone)}`);
      }
    }
    for (const [table, total] of removed) console.log(`removed of ${table.padEnd(18)} ${count(total)}`);
    await expectStored();
    expect(await archived()).toEqual(Object.fromEntries(inFiles.map((table) => [table, removed.get(table)])));
    const file = path.join(dataDir, 'archive/audit/*.jsonl.gz');
    const search = `zcat ${file} | grep '"entity_id":"B1"'`;
    expect(execFileSync('sh', ['-c', search], { encoding: 'utf8' })).toContain('Book 1 of month 0');
    expect(await differences()).toEqual([]);
    for (const [table, { rows, bytes }] of heaviest)
      console.log(`${table.padEnd(18)} ${(bytes / rows / 1000).toFixed(3)} GB for each million rows`);
  },
  7_200_000,
);

/** What is left is as young as set, and all of it is. */
async function expectStored(): Promise<void> {
  const now = office.clock.now();
  const before = (monthsAgo: number) => {
    const time = new Date(now);
    time.setUTCMonth(time.getUTCMonth() - monthsAgo);
    return `'${time.toISOString()}'`;
  };
  const lastGone = `select max(act_idx) from audit where at < ${before(kept.effects)}`;
  expect(
    await query(`select
      (select count(*)::int from audit where at < ${before(kept.audit)}) as audit,
      (select count(*)::int from act_record where act_idx <= (${lastGone})) as effects,
      (select count(*)::int from change where at < ${before(1)}) as changes,
      (select count(*)::int from login_failure) + (select count(*)::int from idempotency) as days`),
  ).toEqual([{ audit: 0, effects: 0, changes: 0, days: 0 }]);
  expect((await admin.get('/audit')).status).toBe(200);
  expect((await admin.get('/audit/of/book/B1')).status).toBe(200);
}

const inFiles = ['act_record', 'audit', 'version'];

/** The rows in the files of each table. */
async function archived(): Promise<Record<string, number>> {
  const rows = (table: string) =>
    execFileSync('sh', ['-c', `zcat ${path.join(dataDir, 'archive', table, '*.jsonl.gz')} | wc -l`], {
      encoding: 'utf8',
    });
  return Object.fromEntries(inFiles.map((table) => [table, Number(rows(table))]));
}

async function differences(): Promise<string[]> {
  const all = await verify(readConfig({ DATABASE_URL: office.databaseUrl, DATA_DIR: dataDir }));
  return all
    .filter((one) => one.count > 0)
    .map(({ name, count: n, some }) => `${name}: ${n} ${JSON.stringify(some[0])}`);
}
