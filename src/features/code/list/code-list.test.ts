import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { capture, explain } from '../../../../bench/statements.ts';
import { codeDesk } from '../code.fixture.ts';
import { showCode } from '../code.rules.ts';
import { type CodeTimes, stateOf } from '../code-state.rules.ts';
import { isOutsideWindow } from '../find/code-filter.rules.ts';

const isLong = process.env['TEST_LONG'] === '1';

let office: Office;
const desk = codeDesk(() => office);
const day = 86_400;

interface Stored extends CodeTimes {
  code: string;
  cg_idx: number;
  issued_at: number;
}

let of: { acme: number; bright: number; c1: number; c2: number };
let batches: number[];
let stored: Stored[];
let now: number;

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T03:00:00Z');
  now = inSeconds(office.clock.now());
  of = {
    acme: await desk.addCustomer('ACME'),
    bright: await desk.addCustomer('BRIGHT'),
    c1: await desk.addCollection('c1'),
    c2: await desk.addCollection('c2'),
  };
  batches = [
    await desk.addBatch({ cust_idx: of.acme, cidx: of.c1, title: '=cmd|first' }),
    await desk.addBatch({ cust_idx: of.bright, cidx: of.c1, title: 'Second' }),
    await desk.addBatch({ cust_idx: of.acme, cidx: of.c2, title: 'Third' }),
  ];
  const [first = 0, second = 0, third = 0] = batches;
  await desk.issue(first, 400, { issued_at: now - 100 * day, valid_until: now + day });
  // Increased later: its codes were issued on two days.
  await desk.issue(first, 50, { issued_at: now - 3 * day, valid_until: now - day });
  await desk.issue(second, 120, { issued_at: now - 50 * day, valid_until: now - 10 * day });
  await desk.issue(third, 90, { issued_at: now - 2 * day });
  const some = (share: number, rest: number) => sql`abs(hashtext(code)) % ${share} = ${rest}`;
  await sql`update code set activated_date = ${now} - 5 * 86400, expired_date = ${now} + 86400 where ${some(5, 0)}`.execute(
    office.db,
  );
  await sql`update code set activated_date = ${now} - 9 * 86400, expired_date = ${now} - 86400 where ${some(29, 1)}`.execute(
    office.db,
  );
  await sql`update code set is_canceled = ${now} where ${some(6, 2)}`.execute(office.db);
  await sql`insert into code (code, issued_at) values ('EVENTCODE123', ${now})`.execute(office.db);
  const { rows } = await sql<Stored>`
    select *, is_canceled as cancelled_at from code where cg_idx is not null`.execute(office.db);
  stored = rows.toSorted((a, b) => b.cg_idx - a.cg_idx || (a.code < b.code ? -1 : 1));
});
afterAll(() => office.close());

const statuses = {
  issued: ['issued'],
  active: ['active'],
  expired: ['expired'],
  canceled: ['canceled'],
  valid: ['issued'],
  invalid: ['canceled', 'expired'],
};
const customerOf = (batch: number) => (batch === batches[1] ? of.bright : of.acme);
const collectionOf = (batch: number) => (batch === batches[2] ? of.c2 : of.c1);

type Query = Partial<
  Record<'on' | 'status' | 'since' | 'until' | 'code' | 'cidx' | 'cust_idx' | 'cg_idx', string | number>
>;

/** When it was activated, expired and was cancelled, 0 if not. */
const momentsOf = (one: Stored) => {
  const end = one.activated_date > 0 ? one.expired_date : one.valid_until;
  return {
    activated: one.activated_date,
    expired: stateOf(one, now) === 'expired' ? end : 0,
    canceled: one.cancelled_at,
    withdrawn: 0,
  };
};

/** The codes a filter should match according to the rules, in the order of the list. */
const expected = ({ on, status, since, until, code = '', cidx, cust_idx, cg_idx }: Query) =>
  stored
    .filter((one) => {
      const state = stateOf(one, now);
      const moment = momentsOf(one)[on as keyof ReturnType<typeof momentsOf>] ?? one.issued_at;
      const happened = new Date((moment + 9 * 3600) * 1000).toISOString().slice(0, 10);
      return (
        moment > 0 &&
        one.code.startsWith(String(code)) &&
        (status === undefined ||
          (status === 'activated' || status === 'unactivated'
            ? one.activated_date > 0 === (status === 'activated')
            : statuses[status as keyof typeof statuses].includes(state))) &&
        (since === undefined || happened >= String(since)) &&
        (until === undefined || happened <= String(until)) &&
        (cidx === undefined || collectionOf(one.cg_idx) === cidx) &&
        (cust_idx === undefined || customerOf(one.cg_idx) === cust_idx) &&
        (cg_idx === undefined || one.cg_idx === cg_idx)
      );
    })
    .map((one) => one.code);

const addressOf = (query: Query, rest: Record<string, string> = {}) =>
  `/api/v1/code?${new URLSearchParams(Object.entries({ ...query, ...rest }).map(([name, value]) => [name, String(value)]))}`;
const codesOf = ({ json }: Answer): string[] => json.results.rows.map((row: Stored) => row.code);
const cellsOf = ({ body }: Answer) =>
  body
    .slice(1)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));

const shown = async (url: string) =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec((await office.admin.get(url)).body)?.[1] ?? '');

describe('The list of codes', () => {
  test('has a button to reset each day and each record of its filter', async () => {
    const { body } = await office.admin.get('/code');
    for (const field of ['From day', 'To day', 'Collection', 'Customer'])
      expect(body).toShow(`aria-label="Reset: ${field}"`);
  });

  test('finds the right codes for combinations of filters, the same as a page and as a sheet', async () => {
    const [first = 0, second = 0] = batches;
    const [code = ''] = stored.map((one) => one.code);
    const narrowed: Query[] = [
      {},
      { cust_idx: of.acme },
      { cidx: of.c1 },
      { cust_idx: of.acme, cidx: of.c1 },
      { cg_idx: second },
      { since: '2026-02-25' },
      { until: '2026-01-20', since: '2025-11-01' },
      { since: '2026-02-27', until: '2026-02-27', cg_idx: first },
      { on: 'activated' },
      { on: 'activated', since: '2026-02-01', until: '2026-02-28' },
      { on: 'activated', until: '2026-02-20', cust_idx: of.acme },
      { on: 'expired', since: '2026-02-20' },
      { on: 'expired', until: '2026-02-25', cg_idx: first },
      { on: 'expired', since: '2026-03-01', until: '2026-03-01' },
      { on: 'expired', until: '2026-03-02' },
      { on: 'canceled', since: '2026-02-01', until: '2026-03-01' },
      { on: 'canceled', since: '2026-03-02', cg_idx: first },
      { on: 'withdrawn', since: '2026-02-01' },
      { code: code.slice(0, 1) },
      { code: code.slice(0, 3) },
      { code },
      { code: 'O' },
    ];
    const all = [undefined, ...Object.keys(statuses), 'activated', 'unactivated'];
    // Each filter alone and with one status, which takes turns; the long run combines each with each.
    const statusesOf = (n: number) => (isLong ? all : [undefined, all[1 + (n % (all.length - 1))]]);
    const combined = narrowed.flatMap((one, n) =>
      statusesOf(n).map((status) => ({ ...one, ...(status && { status }) })),
    );
    for (const query of combined) {
      const wanted = expected(query);
      const listed = await office.admin.get(addressOf(query, { as: 'json' }));
      expect([query, listed.json.results.total]).toEqual([query, wanted.length]);
      expect(codesOf(listed)).toEqual(wanted.slice(0, 100));
      const sheet = await office.admin.get(addressOf(query));
      expect(sheet.headers['x-total-count']).toBe(String(wanted.length));
      expect(cellsOf(sheet).map(([cell]) => cell)).toEqual(wanted);
    }
  });

  test('continues page by page without a gap', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((page) => office.admin.get(addressOf({}, { as: 'json', page: String(page) }))),
    );
    expect(pages.flatMap(codesOf)).toEqual(expected({}));
  });

  test('accepts a code with dashes and in small letters, and refuses invalid filters', async () => {
    const code = stored[7]?.code ?? '';
    const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase();
    expect(codesOf(await office.admin.get(addressOf({ code: typed }, { as: 'json' })))).toEqual([code]);
    expect((await office.admin.get('/api/v1/code?since=yesterday')).status).toBe(400);
    expect((await office.admin.get('/api/v1/code?status=lost')).status).toBe(400);
    expect((await office.stranger.get('/api/v1/code')).status).toBe(401);
    expect((await office.staff.get('/api/v1/code')).status).toBe(403);
  });

  test('shows and exports nothing for what is no code, instead of every code', async () => {
    const rows = async (query: string) => (await shown(`/code?${query}`)).found.rows;
    const code = stored[7]?.code ?? '';
    for (const typed of ['---', '""', code + '2'.repeat(40)]) expect(await rows(`code=${typed}`)).toEqual([]);
    expect(await rows(`code=${code}`)).toHaveLength(1);
    expect(cellsOf(await office.admin.get('/api/v1/code?code=---'))).toEqual([]);
    expect((await office.admin.get(`/api/v1/code?code=${'2'.repeat(41)}`)).status).toBe(400);
    const act = { filter: { code: '---' }, is_canceled: now, dry_run: true };
    expect(await office.admin.post('/customer/code/update/is_canceled', act)).toMatchObject({
      status: 200,
      json: { results: { count: 0 } },
    });
  });

  test('has the rows of a pasted list of codes, names the others, and means the same in its sheet and acts', async () => {
    const [one = '', two = '', three = ''] = [3, 460, 600].map((n) => stored[n]?.code);
    const wrong = one.slice(0, 11);
    const grouped = showCode(two).toLowerCase();
    for (const text of [
      `${one} ${two} ${three}`,
      `"${one}"\n${grouped}\r\n${three}`,
      `${one},${two.replace(/(.{4})/g, '$1 ')},${three}`,
    ]) {
      const { found } = await shown(`/code?${new URLSearchParams({ code: text })}`);
      expect(found.rows.map((row: Stored) => row.code)).toEqual([one, two, three]);
      expect(found).toMatchObject({ total: 3, missing: [] });
    }
    const none = Array.from({ length: 50 }, (_, n) => `NONE2222${1000 + n}`);
    const code = [one, wrong, three, ...none].join('\n');
    const { found } = await shown(
      `/code?${new URLSearchParams({ code, cust_idx: String(customerOf(stored[3]?.cg_idx ?? 0)) })}`,
    );
    expect(found.missing).toHaveLength(51);
    expect(found.missing).toContain('NONE-2222-1000');
    expect(found.missing).toContain(showCode(wrong));
    expect(cellsOf(await office.admin.get(addressOf({ code }))).map(([cell]) => cell)).toEqual([one, three]);
    const act = { filter: { code }, is_canceled: now, dry_run: true };
    const foreseen = await office.admin.post('/customer/code/update/is_canceled', act);
    expect(foreseen).toMatchObject({ status: 200, json: { results: { count: 2 } } });
    const many = Array.from({ length: 201 }, (_, n) => `NONE2222${1000 + n}`).join(' ');
    expect((await office.admin.get(addressOf({ code: many }))).status).toBe(400);
    expect((await shown(`/code?${new URLSearchParams({ code: many })}`)).found.rows).toEqual([]);
  });

  test('is a sheet whose cells run no formula, with times of the office', async () => {
    const [cells = []] = cellsOf(await office.admin.get(addressOf({ cg_idx: batches[0] ?? 0 })));
    expect(cells[3]).toBe("'=cmd|first");
    expect(cells[9]).toMatch(/^2025-11-22 12:00:00$|^2026-02-27 12:00:00$/);
  });

  test('is a sheet that names the last second of codes that end with a day', async () => {
    const [one = ''] = expected({ cg_idx: batches[2] ?? 0 });
    const set = office.db.updateTable('code').where('code', '=', one);
    await set.set({ valid_until: Date.parse('2027-01-01T00:00:00+09:00') / 1000 }).execute();
    const cells = cellsOf(await office.admin.get(addressOf({ code: one })));
    expect(cells[0]?.[11]).toBe('2026-12-31 23:59:59');
    await set.set({ valid_until: stored.find(({ code }) => code === one)?.valid_until ?? 0 }).execute();
  });

  test('is shown on its page and for a collection, which has to be chosen first', async () => {
    const page = await office.admin.get('/code?status=issued');
    expect(page.status).toBe(200);
    expect(page.body).toShow(String(expected({ status: 'issued' })[0]).replace(/(.{4})(?=.)/g, '$1-'));
    expect((await office.admin.get('/collection/code')).body).toShow('Choose a collection');
    const chosen = await office.admin.get(`/collection/code?cidx=${of.c2}`);
    expect(chosen.body).toShow(String(expected({ cidx: of.c2 })[0]).replace(/(.{4})(?=.)/g, '$1-'));
  });

  test('shows what happened to a code, and does not include event codes', async () => {
    const code = stored.find((one) => stateOf(one, now) === 'active' && one.issued_at < one.activated_date)?.code ?? '';
    const { results } = (await office.admin.get(`/api/v1/code/${code.toLowerCase()}`)).json;
    expect(results.code).toMatchObject({ code, state: 'active' });
    expect(results.history.map((event: { kind: string }) => event.kind)).toEqual(['activated', 'issued']);
    expect((await office.admin.get('/api/v1/code/EVENTCODE123')).status).toBe(404);
  });

  test('is found in the finder by a whole code', async () => {
    const code = stored[3]?.code ?? '';
    const { json } = await office.admin.get(`/api/v1/search?text=${code}`);
    expect(JSON.stringify(json)).toContain(`/code?code=${code}`);
  });

  test('allows two days that are at most 90 apart', () => {
    expect(isOutsideWindow('2026-01-01', '2026-04-01')).toBe(false);
    expect(isOutsideWindow('2026-01-01', '2026-04-02')).toBe(true);
    expect(isOutsideWindow('2026-04-02', '2026-01-01')).toBe(true);
    expect(isOutsideWindow('2026-04-02', '')).toBe(false);
  });
});

describe('The list of many codes', () => {
  let many: Office;
  let batch: number;
  beforeAll(async () => {
    many = await startOffice();
    const own = codeDesk(() => many);
    const refs = { cust_idx: await own.addCustomer('ACME'), cidx: await own.addCollection('c1') };
    for (let n = 0; n < 10; n++) batch = await own.addBatch({ ...refs, title: `Batch ${n}` });
    const at = inSeconds(many.clock.now());
    await sql`
      insert into code (code, cg_idx, issued_at, activated_date, expired_date, is_canceled)
      select upper(substr(md5(n::text), 1, 12)), 1 + n % 10, ${at} - 86400 * (n % 10), case when n % 3 = 0 then ${at} - 99 else 0 end,
        case when n % 7 = 0 then ${at} - 9 when n % 3 = 0 then ${at} + 9999 else 0 end,
        case when n % 50 = 0 then ${at} else 0 end
      from generate_series(1, 100000) n on conflict do nothing`.execute(many.db);
    await sql`vacuum analyze code, code_day, code_batch`.execute(many.db);
  }, 120_000);
  afterAll(() => many.close());

  const queries = ['', 'issued', 'active', 'expired', 'canceled', 'valid', 'invalid', 'activated'].flatMap((status) =>
    [
      '',
      'cust_idx=1',
      'cidx=1&cust_idx=1',
      'cg_idx=3',
      'since=2020-01-01',
      'code=A',
      'code=ABC',
      'code=ABCDEF',
      'code=C4CA4238A0B9+C81E728D9D4C',
    ].map((rest) => [status && `status=${status}`, rest].filter(Boolean).join('&')),
  );

  test('reads by index whatever the filter, and never all codes', async () => {
    expect(batch).toBe(10);
    const scans = new Map<string, string[]>();
    for (const [n, query] of queries.entries())
      for (const page of isLong ? [1, 90] : [n % 2 ? 1 : 90]) {
        const statements = await capture(() => many.admin.get(`/api/v1/code?as=json&page=${page}&${query}`));
        for (const statement of statements.filter((one) => /\bcode c\b/.test(one.text))) {
          const plan = await explain(many.db, statement);
          if (/Seq Scan on code c/.test(plan)) scans.set(query, [...(scans.get(query) ?? []), plan]);
        }
      }
    expect(Object.fromEntries(scans)).toEqual({});
  }, 120_000);

  test('has each price as its currency writes it', async () => {
    const one = async () => {
      const { rows } = (await many.admin.get('/api/v1/code?as=json')).json.results;
      const { cg_idx, price }: { cg_idx: number; price: string } = rows[0];
      return { cg_idx, price };
    };
    const { cg_idx } = await one();
    const set = (values: { price: string; currency: string }) =>
      many.db.updateTable('code_batch').set(values).where('cg_idx', '=', cg_idx).execute();
    for (const [price, currency, inFull] of [
      ['39000.00', 'KRW', '39000'],
      ['29.7', 'USD', '29.70'],
    ] as const) {
      await set({ price, currency });
      expect((await one()).price).toBe(inFull);
    }
  });

  test('is read by a program to its last code, a page at a time', async () => {
    const read = async (page: number) => (await many.admin.get(`/api/v1/code?as=json&page=${page}`)).json.results;
    const [{ total }] = (await sql<{ total: number }>`select count(*)::integer as total from code`.execute(many.db))
      .rows as [{ total: number }];
    const last = Math.ceil(total / 100);
    const pages = [await read(101), await read(401), await read(last)];
    expect(pages.map(({ rows, page, total: bounded }) => [rows.length, page, bounded])).toEqual([
      [100, 101, 10_001],
      [100, 401, 10_001],
      [total - (last - 1) * 100, last, 10_001],
    ]);
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ code }: Stored) => code))).size).toBe(
      200 + pages[2].rows.length,
    );
    expect((await read(last + 1)).rows).toEqual([]);
    expect((await many.admin.get('/api/v1/code?as=json&page=0')).status).toBe(400);
  });

  test('is exported to its last code, each once and in the order of the list', async () => {
    const { rows } = await sql<{ code: string }>`select code from code order by cg_idx desc, code`.execute(many.db);
    const csv = await many.admin.get('/api/v1/code?as=csv');
    const [, ...lines] = csv.body.trimEnd().split('\r\n');
    // Some of these codes look like numbers, which a spreadsheet would change.
    const written = lines.map((line) => line.slice(0, line.indexOf(',')).replace(/^'/, ''));
    expect(written).toEqual(rows.map(({ code }) => code));
  }, 120_000);

  test('is released when ten readers of its export vanish: no connection is busy, and no cursor open', async () => {
    const address = await many.server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { cookie: many.admin.cookie, 'accept-encoding': 'identity' };
    const vanish = async (_: unknown, n: number) => {
      const gone = new AbortController();
      const { body } = await fetch(`${address}/api/v1/code?as=${n % 2 ? 'csv' : 'xlsx'}`, {
        headers,
        signal: gone.signal,
      });
      await body?.getReader().read();
      gone.abort();
    };
    await Promise.all(Array.from({ length: 10 }, vanish));
    const busy = async () => {
      const { rows } = await sql<{ query: string }>`
        select query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and (state in ('idle in transaction', 'idle in transaction (aborted)') or state = 'active' and query like '%code c%')`.execute(
        many.db,
      );
      return rows;
    };
    await expect.poll(busy).toEqual([]);
    expect((await sql`select from pg_cursors`.execute(many.db)).rows).toEqual([]);
    expect((await many.admin.get('/api/v1/code?as=json')).status).toBe(200);
  });
});
