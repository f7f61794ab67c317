import { bookRow } from '#features/book/book.factory.ts';
import type { Client } from '#test/client.ts';
import type { Sql, TestAssistant } from './assistant.fixture.ts';

/** What the tasks of staff need of an office, whether it is one of a test or a process of its own. */
export interface TaskOffice {
  http: Client;
  sql: Sql;
  /** The clock of the office. */
  now: () => Date;
  /** Adds a batch with three codes that are issued; answers its number. */
  addBatch: (of: { cust_idx: number; cidx: number; title: string }) => Promise<number>;
}

/** The records that tasks are about. */
export interface TaskRecords {
  ser_idx: number;
  lev_idx: number;
  cat_idx: number;
  cidx: number;
  cust_idx: number;
  grp_idx: number;
  rel_idx: number;
  cg_idx: number;
  event_idx: number;
  /** A day a year from now. */
  until: string;
}

/** Fills an office with what the tasks are about. */
export async function prepareTasks({ http, sql, now, addBatch }: TaskOffice): Promise<TaskRecords> {
  const post = (path: string, body: object) => http.results('POST', path, body);
  const { ser_idx } = await post('/api/v1/series', { title: 'First readers' });
  await post('/api/v1/level', { ser_idx, title: 'Level 1' });
  const [level] = await sql('select lev_idx from level');
  await post('/api/v1/book', { books: [1, 2, 3, 4].map((n) => bookRow(n)) });
  const { cidx } = await post('/api/v1/collection', { cid: 'FIRST', title: 'First steps' });
  await post('/api/v1/level', { ser_idx, title: 'Level 2' });
  const { cat_idx } = await post('/api/v1/category', { title: 'Tales' });
  await post('/api/v1/book', { books: [bookRow(9, { title: 'A double' })] });
  await sql(`update book set title = title || ' ' where bid = 'B4'`);
  const { cust_idx } = await post('/api/v1/customer', { cust_id: 'ACME', name: 'Name of ACME' });
  const { age_group: grp_idx } = await post('/api/v1/age_group', { title: 'Ages 6 to 8' });
  const { rel_idx } = await post('/api/v1/release', { name: 'Winter' });
  const cg_idx = await addBatch({ cust_idx, cidx, title: 'Autumn' });
  const from = Math.floor(now().getTime() / 1000);
  const event = { name: 'Reading week', code: 'READ-WEEK-2026', from, until: from + 86_400, cid: 'FIRST' };
  const { event_idx } = await post('/api/v1/event', event);
  const lev_idx = Number(level?.['lev_idx']);
  const until = new Date(now().getTime() + 365 * 86_400_000).toISOString().slice(0, 10);
  return { ser_idx, lev_idx, cat_idx, cidx, cust_idx, grp_idx, rel_idx, cg_idx, event_idx, until };
}

type Proposed = Promise<{ operation: string; params?: object; query?: object; body?: object }>;
type Steps = (one: TestAssistant, known: TaskRecords) => Proposed;

/** Throws unless a tool answered what a task goes by. */
function need(holds: boolean, what: string): void {
  if (!holds) throw new Error(`An assistant was not answered ${what}`);
}

/** What staff ask of an assistant, each a script of tool calls that ends in a proposal. */
export const staffTasks: Readonly<Record<string, Steps>> = {
  'rename a series that is found by its title': async (one, { ser_idx }) => {
    const { found } = await one.use('find', { text: 'First readers' });
    need(
      found.some(({ label }: { label: string }) => label === 'First readers'),
      'the series',
    );
    return { operation: 'PUT /api/v1/series/{ser_idx}', params: { ser_idx }, body: { title: 'First readers, new' } };
  },
  'add a level to a series': async (one, { ser_idx }) => {
    await one.use('read_record', { kind: 'levels_of_series', id: String(ser_idx) });
    return { operation: 'POST /api/v1/level', body: { ser_idx, title: 'Level 9' } };
  },
  'add a category': async (one) => {
    await one.use('list', { kind: 'categories' });
    return { operation: 'POST /api/v1/category', body: { title: 'Poems' } };
  },
  'write the summary that a book lacks': async (one) => {
    const { results, readiness } = await one.use('read_record', { kind: 'book', id: 'B1' });
    need((readiness.summary ?? '') === '', 'that the book has no summary');
    const { version } = results[0];
    return { operation: 'PUT /api/v1/book/{bid}', params: { bid: 'B1' }, body: { summary: 'A lantern.', version } };
  },
  'give four books an age group': async (one, { grp_idx }) => {
    const { results } = await one.use('figures', { report: 'all-books' });
    const ids = results.map(({ bid }: { bid: string }) => bid);
    return { operation: 'PUT /api/v1/book/change', body: { selection: { ids }, change: { grp_idx } } };
  },
  'publish two books': async () => ({ operation: 'PUT /api/v1/book', body: { bids: ['B1', 'B2'] } }),
  'set the price of a collection': async (one) => {
    await one.use('read_record', { kind: 'collection', id: 'FIRST' });
    const prices = [{ currency: 'KRW', price: '9900', subscription_period: 30 }];
    return { operation: 'PUT /api/v5/collection/{cid}', params: { cid: 'FIRST' }, body: { prices } };
  },
  'put books into a collection': async (one) => {
    const { results } = await one.use('read_record', { kind: 'book', id: 'B3' });
    const add = [{ content_type: 'book', content_idx: results[0].bidx }];
    const body = { add, reason: 'It was missing' };
    return { operation: 'PUT /api/v5/collection/{cid}/contents', params: { cid: 'FIRST' }, body };
  },
  'plan a row of a roadmap': async (one, { grp_idx }) => {
    const rows = await one.use('read_record', { kind: 'roadmap', id: String(grp_idx) });
    need(rows.error === undefined, 'the roadmap');
    const body = { target_group: grp_idx, target_row: 0, bids: ['B1', 'B2'] };
    return { operation: 'PUT /api/v1/roadmap', body };
  },
  'put a change into a release': async (one, { rel_idx }) => {
    await one.use('calendar', { since: '2026-03-01', until: '2026-03-31' });
    const body = { kind: 'book', id: 'B1', values: { title: 'A winter book' } };
    return { operation: 'PUT /api/v1/release/{rel_idx}/change', params: { rel_idx }, body };
  },
  'note something about a customer': async (one, { cust_idx }) => {
    await one.use('statement', { cust_idx });
    const body = { memo: 'Bills in May.' };
    return { operation: 'PUT /api/v1/customer/{cust_idx}', params: { cust_idx }, body };
  },
  'pause an event': async (one, { event_idx }) => {
    await one.use('read_record', { kind: 'event', id: String(event_idx) });
    return { operation: 'PUT /api/v1/event/{event_idx}/pause', params: { event_idx }, body: { paused: true } };
  },
  'extend codes of a batch that a customer asked about': async (one, { cg_idx, until }) => {
    await one.use('read_record', { kind: 'code_batch', id: String(cg_idx) });
    const body = { filter: { cg_idx }, valid_until: until };
    return { operation: 'POST /customer/code/update/valid_until', body };
  },
  'rename a level': async (one, { ser_idx, lev_idx }) => {
    const { readiness } = await one.use('read_record', { kind: 'levels_of_series', id: String(ser_idx) });
    need(readiness.books === 5 && readiness.ready === 0 && readiness.lacks.cover === 5, 'five books without a cover');
    return { operation: 'PUT /api/v1/level/{lev_idx}', params: { lev_idx }, body: { title: 'Level one' } };
  },
  'rename a category': async (one, { cat_idx }) => {
    await one.use('list', { kind: 'categories' });
    return { operation: 'PUT /api/v1/category/{cat_idx}', params: { cat_idx }, body: { title: 'Old tales' } };
  },
  'delete a book that is there twice': async (one) => {
    const { found } = await one.use('find', { text: 'A double' });
    need(found.length > 0, 'the double');
    return { operation: 'DELETE /api/v1/book', body: { selection: { ids: ['B9'] } } };
  },
  'add a customer': async (one) => {
    await one.use('list', { kind: 'customers' });
    return { operation: 'POST /api/v1/customer', body: { cust_id: 'NEW', name: 'A new school' } };
  },
  'show readers a collection that lacks only texts': async (one) => {
    const { readiness } = await one.use('read_record', { kind: 'collection', id: 'FIRST' });
    need(readiness.public === false && readiness.lacks.includes('texts_ko'), 'what the collection lacks');
    return { operation: 'PUT /api/v5/collection/{cid}', params: { cid: 'FIRST' }, body: { is_public: 'O' } };
  },
  'rename an event that still has places': async (one, { event_idx }) => {
    const { readiness } = await one.use('read_record', { kind: 'event', id: String(event_idx) });
    const { open, places_left, collection } = readiness;
    need(open === true && places_left === null && collection.public === false, 'that it is open');
    return { operation: 'PUT /api/v1/event/{event_idx}', params: { event_idx }, body: { name: 'Reading weeks' } };
  },
  'fix what the workbench finds in titles': async () => ({
    operation: 'POST /api/v1/fault/{fault}/fix',
    params: { fault: 'blank_ends' },
    body: { all: true },
  }),
};
