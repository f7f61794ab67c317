import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAssistant } from '#features/assistant/assistant.fixture.ts';
import { Client } from '#test/client.ts';
import { account, admin } from '#test/product.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { Folders, type Installation, newInstallation } from '../backup/installation.fixture.ts';
import { backUp } from '../backup/backup.ts';
import { runMoving } from './moving.fixture.ts';

const id = 'kim-12@school.example';
const memo = `Asked by ${id}, twice`;

const folders = new Folders();
let from: Installation;
const offices: SpawnedOffice[] = [];
beforeAll(async () => {
  from = await newInstallation(await folders.add());
});
afterAll(async () => {
  await Promise.all(offices.map((office) => office.kill()));
  await from.database.drop();
  await folders.remove();
});

/** Starts the office, whose log has each request. */
async function start(environment: Record<string, string> = {}): Promise<SpawnedOffice> {
  const own = { ...account, LOG_LEVEL: '', METRICS_TOKEN: 'metrics-token-of-tests' };
  const office = await spawnOffice({ ...from.environment, ...own, ...environment });
  offices.push(office);
  return office;
}

/** Each row of each table, and each value of binary columns, as a dump has them. */
async function dumped(): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: from.database.url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.set(name, rows.map(({ row }) => row).join('\n'));
  }
  await client.end();
  return found;
}

/** Every file of a folder, as text. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const bytes = await readFile(file);
    found.set(path.relative(folder, file), (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'));
  }
  return found;
}

const naming = (all: Map<string, string>, texts: readonly string[]): string[] =>
  [...all].filter(([, text]) => texts.some((one) => text.includes(one))).map(([name]) => name);

/** Redeemed, refused, moved there and back, planned, proposed, commented on, in views and memos. */
async function leaveTraces(ada: Client, { url }: SpawnedOffice): Promise<{ ref: string; month: string; cust: number }> {
  const customer = { cust_id: 'ACME', name: 'Acme', memo };
  const { cust_idx: cust } = await ada.results('POST', '/api/v1/customer', customer);
  const { cidx } = await ada.results('POST', '/api/v1/collection', { cid: 'C1', title: 'One' });
  const { ser_idx } = await ada.results('POST', '/api/v1/series', { title: 'Lanterns' });
  const terms = { cust_idx: cust, cidx, title: 'Shop', count: 5, price: '2', currency: 'USD', memo };
  const { cg_idx } = await ada.results('POST', '/api/v1/code/batch', terms);
  const batch = () => ada.results('GET', `/api/v1/code/batch/${cg_idx}`);
  await expect.poll(async () => (await batch()).status).toBe('issued');
  const sheet = await ada.request('GET', `/api/v1/code?cg_idx=${cg_idx}&status=valid&as=csv`);
  const [code = ''] = /\b[0-9A-Z]{12}\b/.exec(sheet.text) ?? [];
  const { reg_idx } = await ada.results('POST', '/api/v1/code/redeem', { code, learner_id: id });
  for (const tried of [code, 'AAAABBBBCCCC'])
    await ada.request('POST', '/api/v1/code/redeem', { code: tried, learner_id: id });
  const address = `/api/v1/learner/${encodeURIComponent(id)}`;
  const away = await ada.results('POST', `${address}/move`, { registrations: [reg_idx], to: 'noa', memo });
  await ada.results('POST', `/api/v1/act/${away.act_idx}/undo`);
  await ada.results('POST', '/api/v1/view', { list: '/registration', name: memo, query: { search_val: id } });
  await ada.results('POST', '/api/v1/thread', { kind: 'customer', id: String(cust), text: memo });
  // What waits for a second person, and what an assistant proposes.
  await ada.results('POST', '/api/v1/staff', {
    staff_id: 'mia',
    name: 'Mia',
    password: 'another horse battery',
    is_admin: true,
  });
  const rules = { release: false, codes_above: 1, records_above: null, delete_collection: false, prices: false };
  await ada.results('PUT', '/api/v1/setting/second_person', { value: { ...rules, proposals: false } });
  const planned = await ada.request('POST', '/api/v1/code/batch', { ...terms, title: memo });
  expect(planned.status).toBe(202);
  const may = ['read', 'propose'];
  const { key, key_idx: keyIdx } = await ada.results('POST', '/api/v1/api_key', {
    name: 'Helper',
    scope: 'assistant',
    may,
  });
  const assistant = await connectAssistant(url, { key, keyIdx });
  await assistant.propose('PUT /api/v1/series/{ser_idx}', {
    params: { ser_idx },
    body: { title: 'Kettles' },
    why: memo,
  });
  await assistant.close();
  const { ref } = await ada.results('GET', address);
  return { ref, cust, month: new Date().toISOString().slice(0, 7) };
}

/** What reports and statements answer, by address. */
async function figures(ada: Client, { cust, month }: { cust: number; month: string }): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const address of [
    '/api/v1/report/all-coupons',
    '/api/v1/report/platform',
    '/api/v1/report/registered-collection',
    '/api/v1/code/report',
    `/api/v1/customer/${cust}/statement?month=${month}`,
    `/api/v1/customer/${cust}/codes`,
  ]) {
    const { status, text } = await ada.request('GET', address);
    // Which part of a page an answer is drawn for differs from call to call.
    if (status !== 404) found.set(address, text.replaceAll(/data-prefix=\\"\w+\\"/g, ''));
  }
  return found;
}

test('a learner who was erased is in no row of the database, no file of an export or a backup, nor in what the trail sends; figures stay', async () => {
  const first = await start();
  const ada = await Client.logIn(first.url, admin);
  const of = await leaveTraces(ada, first);
  const texts = [id, encodeURIComponent(id), of.ref, 'kim-12', Buffer.from(id).toString('hex')];
  const before = naming(await dumped(), texts);
  const tables = `registration refused_try audit act_record saved_view thread_message customer code_batch approval learner`;
  expect(before).toEqual(expect.arrayContaining(tables.split(' ').map((name) => `public.${name}`)));
  const earlier = await figures(ada, of);
  expect(earlier.size).toBeGreaterThan(3);

  const { pseudonym, ref } = await ada.results('POST', `/api/v1/learner/${of.ref}/erase`, { phrase: 'I understand' });
  expect(naming(await dumped(), texts)).toEqual([]);
  expect(await figures(ada, of)).toEqual(
    new Map([...earlier].map(([address, text]) => [address, text.replaceAll(id, pseudonym).replaceAll(of.ref, ref)])),
  );

  const exported = await folders.add();
  await rm(exported, { recursive: true });
  expect(await runMoving(['export', exported], from)).toMatchObject({ code: 0 });
  const backup = await folders.add();
  await backUp(from.config, backup);
  for (const folder of [exported, backup]) {
    const files = await filesOf(folder);
    expect(files.size).toBeGreaterThan(20);
    expect(naming(files, texts)).toEqual([]);
    expect(naming(files, [pseudonym]).length).toBeGreaterThan(5);
  }

  const metrics = await fetch(`${first.url}/metrics`, { headers: { authorization: 'Bearer metrics-token-of-tests' } });
  const said = new Map([
    ['metrics', await metrics.text()],
    ['log', first.said()],
  ]);
  expect([metrics.status, said.get('log')?.includes('"msg":"request')]).toEqual([200, true]);
  expect(naming(said, [id, encodeURIComponent(id), 'kim-12'])).toEqual([]);
  expect(await first.stop()).toBe(0);

  // A receiver that is named only now gets the whole trail.
  const file = path.join(await folders.add(), 'trail.jsonl');
  const second = await start({ TRAIL_URL: pathToFileURL(file).href });
  await expect
    .poll(async () => (await readFile(file, 'utf8').catch(() => '')).includes('learner.erased'), { timeout: 60_000 })
    .toBe(true);
  expect(naming(new Map([['trail', await readFile(file, 'utf8')]]), texts)).toEqual([]);
  expect(await second.stop()).toBe(0);
});
