import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { bookRow } from '#features/book/book.factory.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
/** Another instance of it. */
let second: Office;
const addresses = new Map<Office, string>();
let streams: AbortController[] = [];
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  second = await startOffice({ jobs: true, beside: office });
  for (const one of [office, second]) addresses.set(one, await one.server.listen({ port: 0, host: '127.0.0.1' }));
});
afterEach(() => {
  for (const stream of streams) stream.abort();
  streams = [];
});
afterAll(async () => {
  await second.close();
  await office.close();
});

let books = 0;
const addBooks = async (count: number, at = office) => {
  const rows = Array.from({ length: count }, () => bookRow(++books));
  const answer = await at.admin.post('/api/v1/book', { books: rows, create_missing: true });
  expect(answer.json).toMatchObject({ results: { success: true } });
};

interface ListProps {
  total: number;
  counts: Record<string, number | undefined>;
}

/** Moves the clock, and signs in again: sessions end. */
async function pass(seconds: number): Promise<void> {
  office.clock.advance(seconds * 1000);
  for (const one of [office, second]) one.admin = await one.signIn('ada', true);
}

/** The rows that a list has, and the counts of its tabs. */
async function list(path: string, at = office): Promise<ListProps> {
  const { status, body } = await at.admin.get(path);
  expect(status).toBe(200);
  const { views, ...props } = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  const found = Object.values(props).find((prop): prop is { total: number } => Object.hasOwn(Object(prop), 'rows'));
  const named = views.builtIn.map(({ name, count }: { name: string; count?: number }) => [name, count]);
  return { total: found?.total ?? -1, counts: Object.fromEntries(named) };
}

/** The counts of the menu, by address. */
async function menu(at = office): Promise<Record<string, string>> {
  const { body } = await at.admin.get('/category');
  return Object.fromEntries(
    [...body.matchAll(/<small[^>]* data-count="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, count]) => [href, count]),
  );
}

/** What an open screen is told to show in its menu. */
async function openScreen(at: Office): Promise<() => Record<string, number | null>> {
  const leave = new AbortController();
  streams.push(leave);
  const { cookie } = at.admin;
  const answer = await fetch(`${addresses.get(at)}/api/v1/live?kinds=none`, {
    headers: { cookie },
    signal: leave.signal,
  });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true });
  };
  read().catch(() => undefined);
  return () => JSON.parse([...text.matchAll(/^event: shell\ndata: (.*)$/gm)].at(-1)?.[1] ?? '{}').counts ?? {};
}

const codes = redeemDesk(() => office);
const batches = batchDesk(() => office);

test('the tabs of a list are counted with every page, after a change on another instance too', async () => {
  for (const at of [office, second]) expect((await list('/book', at)).counts['Not published']).toBe(books);
  await addBooks(3);
  for (const at of [second, office, second]) {
    const { total, counts } = await list('/book?status=unpublished', at);
    const tabs = { All: undefined, 'Not published': books, 'Nearly ready': 0, 'No cover': books };
    expect([total, counts]).toEqual([books, tabs]);
  }
  await office.admin.put('/api/v1/book', { bids: ['B1', 'B2'] });
  for (const at of [second, office]) expect((await list('/book', at)).counts['Not published']).toBe(books - 2);
});

/** What somebody finds during whose first visit five books are added: between the rows and the counts. */
async function listMeanwhile(staffId: string) {
  const admin = await office.signIn(staffId, true);
  const { page } = await office.db.transaction().execute(async (trx) => {
    await sql`lock table saved_view in access exclusive mode`.execute(trx);
    const pending = list('/book?missing=cover', { ...office, admin });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(office.db)).rows).toHaveLength(1);
    await addBooks(5, second);
    return { page: pending };
  });
  const { total, counts } = await page;
  return [total, counts['No cover']];
}

test('the tabs agree with the rows even if the library changes while the page is being read', async () => {
  // The first page after a change is read in a transaction, the next one again if it finds another change.
  await addBooks(1);
  expect(await listMeanwhile('eva')).toEqual([books - 5, books - 5]);
  await list('/book');
  expect(await listMeanwhile('emil')).toEqual([books, books]);
});

test('what expires leaves the tabs at the moment at which it leaves the rows', async () => {
  const [code = ''] = await codes.issueCodes(1, { length: 1 });
  await codes.redeem(code, 'mina');
  const active = async () => {
    const { total, counts } = await list('/registration?status=active');
    return [total, counts['Active']];
  };
  expect(await active()).toEqual([1, 1]);
  expect((await list('/code?status=valid')).counts['Unused']).toBe(0);
  await pass(86_399);
  expect(await active()).toEqual([1, 1]);
  await pass(1);
  expect(await active()).toEqual([0, 0]);
});

test('the menu follows changes, also on other instances and on open screens', async () => {
  const screen = await openScreen(second);
  await expect.poll(() => screen()['/book']).toBe(books);
  await addBooks(4);
  await expect.poll(async () => (await menu())['/book']).toBe(String(books));
  await expect.poll(() => screen()['/book']).toBe(books);
  await expect.poll(async () => (await menu(second))['/book']).toBe(String(books));
});

test('the menu follows codes that are issued by a job, cancelled, restored, and that expire', async () => {
  const screen = await openScreen(second);
  const issued = '/code?status=issued';
  const until = Math.floor(office.clock.now().getTime() / 1000) + 86_400;
  const of = { cust_idx: await codes.addCustomer('MENU'), cidx: await codes.addCollection('menu') };
  await batches.issued(of, { count: 25, valid_until: until });
  await expect.poll(() => screen()[issued]).toBe(25);
  const body = { filter: { status: 'issued' }, is_canceled: 1 };
  const { json } = await office.admin.post('/customer/code/update/is_canceled', body);
  await expect.poll(() => screen()[issued]).toBe(0);
  expect((await office.admin.undo(json.results.act_idx)).status).toBe(200);
  await expect.poll(() => screen()[issued]).toBe(25);
  await pass(2 * 86_400);
  await expect.poll(() => screen()[issued]).toBe(0);
  // A menu shows no zeros.
  await expect.poll(async () => (await menu(second))[issued]).toBe('');
  // With the one that was active before.
  await expect.poll(() => screen()['/code?status=expired']).toBe(26);
});
