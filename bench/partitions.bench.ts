import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, startEmbeddedPostgres } from '#kernel/db/embedded.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { partitionCodes, withBareCodes } from '#test/partition-codes.ts';
import { bookCodes } from './code-sums.ts';
import { timeFilters } from './codes-list.bench.ts';
import { issueBatch } from './issuing.ts';
import { best, cache, codesOf, createDatabase, record } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';

const many = codesOf(100_000_000);
const few = many / 10;
const perBatch = Math.min(100_000, few / 100);
// Those of a hundred million are as large as the plan's 64 of a billion; `PARTITIONS=64` shows what their number costs.
const parts = Number(process.env['PARTITIONS'] ?? 8);
const redeemed = 2000;
const lanes = 8;

/**
 * The plan for a billion codes: a hundred million in a table of partitions beside ten million in one table, in batches of the
 * same size. Needs 45 GB of disk and the better part of an hour: `npm run bench -- partitions`.
 */
export async function benchPartitions(): Promise<void> {
  const dataDir = path.join(cache, 'partitions');
  await rm(dataDir, { recursive: true, force: true });
  // Only what happens once the rows are there is measured, and with the durability of the product.
  const filling = { wal_level: 'minimal', max_wal_senders: '0', shared_buffers: '1GB', max_wal_size: '8GB' };
  const server = await startEmbeddedPostgres({ dataDir, settings: filling });
  const urlOf = (name: string) => databaseUrl(server.connection, name);
  try {
    for (const name of ['bench_few', 'bench_many']) await createDatabase(urlOf, name);
    await fill(urlOf('bench_few'), few, withBareCodes);
    await fill(urlOf('bench_many'), many, (url, act) => partitionCodes(url, parts, act));
    const one = await measure(urlOf('bench_few'), few);
    const parted = await measure(urlOf('bench_many'), many);
    for (const [what, ms] of Object.entries(parted)) {
      const beside = one[what as keyof Measured];
      record({
        name: `partitions: ${what}, ${many.toLocaleString('en')} beside ${few.toLocaleString('en')} codes`,
        said: `${ms.toFixed(1)} ms of ${beside.toFixed(1)}`,
        ratio: ms / beside,
      });
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

// As text, from a number: the same in both tables, in no order.
const codeOf = (n: string) =>
  `translate(upper(substr(md5(${n}::text), 1, 5) || lpad(to_hex(${n}), 7, '0')), '0123456789ABCDEF', '23456789ABCDEFGH')`;

/** Codes in batches of one size: of ten, three are redeemed; of fifty, one is cancelled; the others are open without end. */
async function fill(url: string, count: number, fillCodes: typeof withBareCodes): Promise<void> {
  const start = performance.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into customer (cust_id, name, created_at, updated_at) select 'C-' || n, 'Customer ' || n, now(), now() from generate_series(1, 2) n;
    insert into collection (cid, created_at, updated_at) select 'c' || n, now(), now() from generate_series(1, 2) n;
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    select 1 + n % 2, 1 + n % 2, 'Batch ' || n, ${perBatch}, 9.90, 'USD', 'issued', now(), now()
    from generate_series(1, ${count / perBatch}) n`);
  await fillCodes(url, async (bare) => {
    await bare.query(`set maintenance_work_mem = '512MB'; truncate code`);
    const step = Math.min(1_000_000, count);
    for (let from = 0; from < count; from += step) {
      await bare.query(`
        insert into code (code, cg_idx, issued_at, activated_date, expired_date, is_canceled, length)
        select ${codeOf('n')}, 1 + n / ${perBatch}, at,
          case when n % 10 < 3 then at + 86400 * (n % 40) else 0 end,
          case when n % 10 < 3 then at + 86400 * 900 else 0 end, case when n % 50 = 7 then at + 86400 else 0 end, 30
        from (select n, extract(epoch from now())::bigint - 86400 * (220 - n / ${perBatch} % 100 * 2) as at
              from generate_series(${from}::bigint, ${from + step - 1}) n) numbered`);
      if ((from / step) % 10 === 0) console.log(`       ${from + step} codes in ${seconds(start)}`);
    }
    console.log(`       their rows in ${seconds(start)}`);
  });
  console.log(`       their indexes in ${seconds(start)}`);
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '64MB'`);
  await bookCodes(url);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ bytes: number }>(`
    select pg_total_relation_size('code') + coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as bytes
    from pg_partition_tree('code') where isleaf`);
  await client.end();
  const each = (rows[0]?.bytes ?? 0) / count;
  record({
    name: `partitions: ${count.toLocaleString('en')} codes`,
    said: `${each.toFixed(0)} bytes each with their indexes, made in ${seconds(start)}`,
    ratio: each,
  });
}

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

/** Milliseconds. */
type Measured = Record<
  | 'a code redeemed'
  | 'the worst list'
  | 'a list, 95 of 100'
  | 'a batch issued'
  | 'a batch changed'
  | 'its undo'
  | 'a batch exported'
  | 'first bytes of an export of all',
  number
>;

async function measure(url: string, count: number): Promise<Measured> {
  const { client, stop } = await startBenchOffice(url);
  try {
    return await measureCalls(url, client, count);
  } finally {
    await stop();
  }
}

async function measureCalls(url: string, client: OfficeClient, count: number): Promise<Measured> {
  const redeem = await timeRedeeming(url, client, count);
  const lists = (await timeFilters(url, 1)).map(({ ms }) => ms).toSorted((a, b) => a - b);
  const sale = { cust_idx: 1, cidx: 1, count: perBatch };
  const issued = await best(1, () => issueBatch(client, sale));
  const batch = Math.floor(count / perBatch / 2);
  let act = 0;
  const changed = await best(1, async () => {
    act = await worked(client, '/customer/code/update/length', { filter: { cg_idx: batch }, length: 60 });
  });
  const undone = await best(1, () => worked(client, `/api/v1/act/${act}/undo`, {}));
  const exported = await best(2, async () => (await open(client, `/api/v1/code?cg_idx=${batch}&as=csv`)).text());
  const first = await best(2, async () => {
    const answer = await open(client, '/api/v1/code?as=csv');
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  });
  return {
    'a code redeemed': redeem,
    'the worst list': lists.at(-1) ?? 0,
    'a list, 95 of 100': lists[Math.floor((lists.length - 1) * 0.95)] ?? 0,
    'a batch issued': issued,
    'a batch changed': changed,
    'its undo': undone,
    'a batch exported': exported,
    'first bytes of an export of all': first,
  };
}

/** Codes of all batches, several at a time: how long one takes of the whole. */
async function timeRedeeming(url: string, client: OfficeClient, count: number): Promise<number> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  // Open ones: none of the three in ten, and not the seventh of fifty.
  const { rows } = await db.query<{ code: string }>(`
    select ${codeOf('n')} as code from (
      select (n * ${Math.floor(count / redeemed / 10)}::bigint) * 10 + 4 as n from generate_series(0, ${redeemed - 1}) n) picked`);
  await db.end();
  const start = performance.now();
  await inLanes(rows, lanes, async ({ code }) => {
    await client.results('POST', '/api/v1/code/redeem', { code, learner_id: `learner-${code}` });
  });
  return (performance.now() - start) / redeemed;
}

async function open(client: OfficeClient, address: string): Promise<Response> {
  const answer = await fetch(client.url + address, { headers: { cookie: client.cookie } });
  if (!answer.ok) throw new Error(`${address}: ${(await answer.text()).slice(0, 300)}`);
  return answer;
}

/** Starts work and waits until it is done; answers its act, 0 if it was done at once and has none. */
async function worked(client: OfficeClient, call: string, body: object): Promise<number> {
  const { work_idx, act_idx = 0 } = await client.results('POST', call, body);
  if (work_idx === undefined) return act_idx;
  for (;;) {
    const work = await client.results('GET', `/api/v1/work/${work_idx}`);
    if (work['status'] === 'failed') throw new Error(work['problem']);
    if (work['status'] === 'done') return work['act_idx'] ?? 0;
    await sleep(50);
  }
}
