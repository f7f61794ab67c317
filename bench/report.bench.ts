import pg from 'pg';
import { readCouponOrder } from '#features/report/coupons/coupon-order.read.ts';
import { listCoupons } from '#features/report/coupons/coupons.read.ts';
import { readPlatform } from '#features/report/platform/platform.read.ts';
import { bookStatement } from '#features/report/registered/registered-books.read.ts';
import { collectionStatement } from '#features/report/registered/registered-collections.read.ts';
import { readReport } from '#features/report/report-statement.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { bookCodes } from './code-sums.ts';
import { inBulk } from './in-bulk.ts';
import { type BenchServer, best, codesOf, fillBooks, openBenchApp, openWork, record } from './kit.ts';

// As many registrations: half of them by codes.
const many = codesOf(10_000_000);
const batches = 2000;
const step = 500_000;
const runs = 5;
const limitMs = 300;

/** The reports over millions of codes and registrations. */
export async function benchReport(server: BenchServer): Promise<void> {
  const url = await server.database('bench_report');
  await fillBooks(url, 10_000);
  await fillSales(url);
  await fillCodes(url);
  await fillRegistrations(url);
  await timeReports(url);
}

async function withClient(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await act(client);
  await client.end();
}

/**
 * The records that codes and registrations refer to: customers, collections of series and single books, batches,
 * events.
 */
export const fillSales = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`
      insert into customer (cust_id, name, created_at, updated_at) select 'C-' || n, 'Customer ' || n, now(), now() from generate_series(1, 200) n;
      insert into collection (cid, search, created_at, updated_at) select 'c' || n, 'c' || n, now(), now() from generate_series(1, 400) n;
      insert into collection_content (cidx, ser_idx, added_at)
      select cidx, 1 + (cidx + n) % 500, now() from collection, generate_series(0, 2) n;
      insert into collection_content (cidx, bidx, added_at)
      select cidx, 1 + (cidx * 31 + n * 97) % 10000, now() from collection, generate_series(1, 10) n;
      insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
      select 1 + n % 200, 1 + n % 400, 'Batch ' || n, 1000, 9.90, 'USD', 'issued', now(), now() from generate_series(1, ${batches}) n;
      insert into code (code, issued_at) select 'EVENT' || lpad(n::text, 7, '0'), extract(epoch from now())::bigint from generate_series(1, 200) n;
      insert into event (name, cidx, code, "from", until, created_at, updated_at)
      select 'Event ' || n, 1 + n % 400, 'EVENT' || lpad(n::text, 7, '0'), extract(epoch from now())::bigint - 86400 * 400,
        extract(epoch from now())::bigint + 86400, now(), now() from generate_series(1, 200) n`);
  });

/** Codes of the last 400 days, half of them used within two months, some cancelled. */
export const fillCodes = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await inBulk(client, ['code'], async () => {
      for (let from = 0; from < many; from += step)
        await client.query(`
          insert into code (code, cg_idx, issued_at, valid_until, activated_date, expired_date, is_canceled, length)
          select translate(upper(substr(md5(n::text), 1, 6) || lpad(to_hex(n), 6, '0')), '0123456789ABCDEF', '23456789ABCDEFGH'),
            cg_idx, at, at + 86400 * 365, case when n % 2 = 0 then at + 86400 * (n % 60) else 0 end,
            case when n % 2 = 0 then at + 86400 * (n % 60 + 30) else 0 end, case when n % 50 = 7 then at + 86400 else 0 end, 30
          from (select n, cg_idx, extract(epoch from now())::bigint - 86400 * (400 - cg_idx / 5) + cg_idx as at
                from (select n, 1 + (n::bigint * ${batches} / ${many})::integer as cg_idx
                      from generate_series(${from}, ${Math.min(many, from + step) - 1}) n) numbered) code`);
    });
    await bookCodes(url);
    await client.query('vacuum analyze');
  });

/** The registrations of used codes, and as many more by events. */
export const fillRegistrations = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await inBulk(client, ['registration'], async () => {
      await client.query(`
        insert into registration (registered_at, cidx, learner_id, code)
        select c.activated_date, b.cidx, 'L' || (hashtext(code) & 1048575), code
        from code c join code_batch b using (cg_idx) where activated_date > 0`);
      await client.query(`
        insert into registration (registered_at, expires_at, cidx, learner_id, event_idx)
        select at, at + 86400 * 30, 1 + event_idx % 400, 'E' || n, event_idx
        from (select n, 1 + n % 200 as event_idx, extract(epoch from now())::bigint - 86400 * (n % 400) - n % 7000 as at
              from generate_series(1, ${many} - (select count(*) from registration)) n) joined`);
    });
    await client.query(`
      insert into registration_day (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
      select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0), (to_timestamp(r.registered_at) at time zone 'UTC')::date,
        end_day(coalesce(c.expired_date, r.expires_at), 'UTC'), coalesce(c.is_canceled > 0, false), 0, count(*)
      from registration r left join code c using (code) group by 1, 2, 3, 4, 5, 6`);
    await client.query('vacuum analyze');
  });

export async function timeReports(url: string): Promise<void> {
  const { work, close } = openWork(url);
  const read = (act: (ctx: Context) => Promise<unknown>) => () => work.read(systemCaller('bench'), act);
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  const quarter = { since: day(89), until: day(0) };
  const within = (name: string, ms: number, most = limitMs) =>
    record({ name, said: `${ms.toFixed(0)} ms of ${most}`, ratio: ms / most, aim: { most: 1 } });
  within(
    `platform report of 90 days, ${many} codes`,
    await best(
      runs,
      read((ctx) => readPlatform(ctx, quarter)),
    ),
  );
  const order = { key: 'registrations', descending: true } as const;
  for (const [what, filter] of [
    ['', {}],
    [', 90 days', quarter],
  ] as const) {
    const paged = { order, page: 1, size: 100 };
    const ofCollections = read((ctx) => readReport(ctx, collectionStatement, filter, paged));
    within(`registered collections${what}`, await best(runs, ofCollections));
    within(
      `registered books${what}`,
      await best(
        runs,
        read((ctx) => readReport(ctx, bookStatement, filter, paged)),
      ),
    );
  }
  for (const page of [1, 100])
    within(
      `all coupons, page ${page}`,
      await best(
        runs,
        read((ctx) => listCoupons(ctx, {}, { order: readCouponOrder(undefined), page, size: 100 })),
      ),
      50,
    );
  await close();
  await timeOthers(url, `/report/platform?since=${quarter.since}&until=${quarter.until}`);
}

const screens = 60;

/** The list of books, alone and while somebody requests one report after another. */
async function timeOthers(url: string, report: string): Promise<void> {
  const { app, cookie } = await openBenchApp(url, { TIME_ZONE: 'UTC' });
  const open = async (path: string) => {
    const { statusCode } = await app.server.inject({ url: path, headers: { cookie } });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  };
  const p99 = async () => {
    const taken: number[] = [];
    for (let n = 0; n < screens; n++) taken.push(await best(1, () => open('/book')));
    return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0;
  };
  await p99();
  const alone = await p99();
  const reading = { over: false };
  const reads = (async () => {
    while (!reading.over) await open(report);
  })();
  const beside = await p99();
  reading.over = true;
  await reads;
  await app.stop();
  record({
    name: 'list of books beside reports, p99',
    said: `${beside.toFixed(0)} ms of 200; ${alone.toFixed(0)} ms alone`,
    ratio: beside / 200,
    aim: { most: 1 },
  });
}
