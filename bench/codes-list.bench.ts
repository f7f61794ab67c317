import { unzipSync, zipSync } from 'fflate';
import pg from 'pg';
import { codeStatuses } from '#features/code/code-state.read.ts';
import type { CodeFilter } from '#features/code/find/code-filter.contract.ts';
import { listCodes } from '#features/code/find/code-rows.read.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { bookCodes } from './code-sums.ts';
import { type BenchServer, best, codesOf, openWork, record } from './kit.ts';
import { serveBenchApp } from './served.ts';

const many = codesOf(10_000_000);
const few = 100_000;
const batches = 100;
const runs = 5;

/** The code manager, changes and exports of millions of codes. */
export async function benchCodesList(server: BenchServer): Promise<void> {
  const small = await server.database('bench_codes_few');
  await fillCodes(small, few);
  const large = await server.database('bench_codes_many');
  await fillCodes(large, many);
  await benchFilters(small, large);
  await benchActs(large);
}

/** Codes in batches of the same size, two customers and two collections: unused, active, expired and cancelled ones. */
export async function fillCodes(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into customer (cust_id, name, created_at, updated_at) select 'C-' || n, 'Customer ' || n, now(), now() from generate_series(1, 2) n;
    insert into collection (cid, created_at, updated_at) select 'c' || n, now(), now() from generate_series(1, 2) n;
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    select 1 + (n > ${batches / 2})::integer, 1 + n % 2, 'Batch ' || n, 1000, 9.90, 'USD', 'issued', now(), now()
    from generate_series(1, ${batches}) n`);
  const { rows } = await client.query<{ name: string; def: string }>(
    `select indexname as name, indexdef as def from pg_indexes where tablename = 'code' and indexname <> 'code__key'`,
  );
  await client.query(rows.map(({ name }) => `drop index ${name};`).join('\n'));
  // What triggers do statement by statement is done at the end.
  await client.query(`set maintenance_work_mem = '512MB'; set session_replication_role = replica`);
  const step = 500_000;
  for (let from = 0; from < count; from += step) {
    await client.query(`
      insert into code (code, cg_idx, issued_at, valid_until, activated_date, expired_date, is_canceled, length)
      select translate(upper(substr(md5(n::text), 1, 6) || lpad(to_hex(n), 6, '0')), '0123456789ABCDEF', '23456789ABCDEFGH'),
        cg_idx, at, case when cg_idx < 30 then at + 86400 * 60 else 0 end,
        case when n % 10 < 3 then at + 86400 * (n % 40) else 0 end,
        case when n % 10 < 3 then case when cg_idx < 60 then at + 86400 * 70 else at + 86400 * 900 end else 0 end,
        case when n % 50 = 7 then at + 86400 else 0 end, 30
      from (select n, cg_idx, extract(epoch from now())::bigint - 86400 * (220 - cg_idx * 2) as at
            from (select n, 1 + (n::bigint * ${batches} / ${count})::integer as cg_idx
                  from generate_series(${from}, ${Math.min(count, from + step) - 1}) n) numbered) code`);
  }
  for (const { def } of rows) await client.query(def);
  await bookCodes(url);
  await client.query('vacuum analyze');
  await client.end();
}

interface Timed {
  name: string;
  ms: number;
}

/** The list of codes with each filter, the best of several runs; for at least 80 batches. */
export async function timeFilters(url: string, page: number): Promise<Timed[]> {
  const { work, close } = openWork(url);
  const rest: CodeFilter[] = [
    {},
    { cust_idx: 1 },
    { cidx: 2 },
    { cust_idx: 2, cidx: 1 },
    { cg_idx: 40 },
    { cg_idx: 80 },
    { since: new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10), until: today(-60) },
    { code: 'A' },
    { code: 'A7' },
    { code: 'A7B3' },
  ];
  const timed: Timed[] = [];
  for (const status of [undefined, ...codeStatuses])
    for (const one of rest) {
      const filter = { ...one, ...(status && { status }) };
      const ms = await best(runs, () => work.read(systemCaller('bench'), (ctx) => listCodes(ctx, filter, page, 100)));
      timed.push({ name: JSON.stringify(filter), ms });
    }
  await close();
  return timed;
}

const dayIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function benchFilters(small: string, large: string): Promise<void> {
  const [inFew, inMany, far] = [
    await timeFilters(small, 1),
    await timeFilters(large, 1),
    await timeFilters(large, 100),
  ];
  const worst = (ratios: (Timed & { ratio: number })[]) => ratios.toSorted((a, b) => b.ratio - a.ratio)[0];
  const grown = worst(inMany.map((one, n) => ({ ...one, ratio: one.ms / (inFew[n]?.ms ?? one.ms) })));
  const later = worst(far.map((one, n) => ({ ...one, ratio: one.ms / (inMany[n]?.ms ?? one.ms) })));
  const slow = [...inMany, ...far].map(({ ms }) => ms).toSorted((a, b) => a - b);
  const p95 = slow[Math.floor(slow.length * 0.95)] ?? 0;
  const said = (one: Timed | undefined) => `${one?.ms.toFixed(1)} ms for ${one?.name}`;
  record({
    name: `code list, ${many} beside ${few} codes, worst of ${inMany.length}`,
    said: said(grown),
    ratio: grown?.ratio ?? 0,
    aim: { most: 2 },
  });
  record({
    name: 'code list, p95 of all filters and pages',
    said: `${p95.toFixed(1)} ms of 50`,
    ratio: p95 / 50,
    aim: { most: 1 },
  });
  record({ name: 'code list, page 100 beside page 1, worst', said: said(later), ratio: later?.ratio ?? 0 });
  for (const { ms, name } of [...inMany, ...far].toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`       ${ms.toFixed(1).padStart(7)} ms  ${name}`);
}

async function benchActs(url: string): Promise<void> {
  const served = await serveBenchApp(url);
  const { address, cookie, download } = served;
  const headers = { cookie, 'accept-encoding': 'identity' };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const request = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${(await answer.text()).slice(0, 300)}`);
    return answer;
  };
  const json = async (method: string, path: string, body?: object) => (await request(method, path, body)).json();

  // The newest million codes: whole batches, each with its own day.
  const some = Math.min(many, 1_000_000);
  const newest = batches - (some / many) * batches;
  const since = dayIn(served.timeZone, new Date(Date.now() - 86_400_000 * (220 - (newest + 1) * 2)));
  // Warms up the office's heap: the very first export takes up to 200 MB, however short it is.
  await download('/api/v1/code?cg_idx=90&as=csv');
  const [csv, grown] = await served.growing(() => download(`/api/v1/code?since=${since}`));
  const copied = await best(1, () =>
    client.query(`copy (select c.*, b.title, u.cust_id, u.name, o.cid from code c join code_batch b using (cg_idx)
      join customer u using (cust_idx) join collection o using (cidx) where c.cg_idx > ${newest} order by c.cg_idx desc, c.code) to '/dev/null'`),
  );
  record({
    name: `export of ${some} codes as CSV, beside COPY OUT`,
    said: `${(csv / 1000).toFixed(1)} s of ${(copied / 1000).toFixed(1)} s`,
    ratio: csv / copied,
    aim: { most: 3 },
  });
  record({ name: 'memory of the export', said: `${grown.toFixed(0)} MB of 100`, ratio: grown / 100, aim: { most: 1 } });
  const file = new Uint8Array(await (await request('GET', '/api/v1/code?cg_idx=90&as=xlsx')).arrayBuffer());
  const sheet = '/api/v1/code?cg_idx=90&as=xlsx';
  const xlsx = Math.min(await download(sheet), await download(sheet));
  const parts = unzipSync(file);
  const packed = await best(2, async () => zipSync(parts, { level: 1 }));
  record({
    name: `export of ${many / batches} codes as .xlsx, beside fflate`,
    said: `${xlsx.toFixed(0)} ms of ${packed.toFixed(0)} ms`,
    ratio: xlsx / packed,
  });

  // A change of the unused ones among those codes, and its undo, each beside the bare statements, the better of two
  // rounds; and once more while others work.
  const bareChange = async () => {
    await client.query('begin');
    await client.query(`insert into code_change (act_idx, code, before, after, activated)
      select 1, code, code.length, 61, false from code where cg_idx > ${newest} and activated_date = 0`);
    await client.query(`update code set length = 61 where cg_idx > ${newest} and activated_date = 0`);
    await client.query('rollback');
  };
  const worked = async (path: string, body: object): Promise<number> => {
    const { results } = await json('POST', path, body);
    for (;;) {
      const { results: work } = await json('GET', `/api/v1/work/${results.work_idx}`);
      if (work.status === 'failed') throw new Error(work.problem);
      if (work.status === 'done') return work.act_idx;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  let act = 0;
  const change = async () => {
    act = await worked('/customer/code/update/length', { filter: { since }, length: 60 });
  };
  const undo = () => worked(`/api/v1/act/${act}/undo`, {});
  const least = { bare: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY, undone: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 2; round++) {
    for (const [name, run] of [
      ['bare', bareChange],
      ['ours', change],
      ['undone', undo],
    ] as const) {
      await client.query('vacuum analyze code, code_change');
      least[name] = Math.min(least[name], await best(1, run));
    }
  }
  const { bare, ours, undone } = least;
  const others: number[] = [];
  const watched = { over: false };
  const meanwhile = (async () => {
    for (let n = 0; !watched.over; n++) {
      others.push(
        await best(1, () =>
          request('GET', ['/api/v1/code?as=json&status=active', '/agegroup', '/api/v1/customer/all'][n % 3] ?? '/'),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await change();
  await undo();
  watched.over = true;
  await meanwhile;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  record({
    name: `change of ${some} codes, 7 of 10 unused, beside the bare statements`,
    said: `${seconds(ours)} of ${seconds(bare)}`,
    ratio: ours / bare,
    aim: { most: 1.8 },
  });
  record({
    name: 'its undo',
    said: `${seconds(undone)} of ${seconds(bare)}`,
    ratio: undone / bare,
    aim: { most: 1.8 },
  });
  const p99 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.99)] ?? 0;
  record({
    name: 'other requests meanwhile, p99',
    said: `${p99.toFixed(0)} ms of 200`,
    ratio: p99 / 200,
    aim: { most: 1 },
  });
  await client.end();
  await served.stop();
}
