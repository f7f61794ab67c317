import { expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { killableOffices } from '#test/killable.ts';
import { stoppedRows } from '#test/stopped-rows.ts';

// A job makes 5,000 changes together, and is killed in the middle of a later piece: of the second, in full of the thirtieth.
const [count, killedAt] = process.env['TEST_LONG'] === '1' ? [200_000, 147_500] : [5002, 5001];
// A book takes some milliseconds, and several times as long on a busy machine.
const inTheEnd = { timeout: 60_000 + 40 * count, interval: 250 };

const offices = killableOffices();
const { query, start, signIn } = offices;
const { stopAt, isStopped, letGo } = stoppedRows(offices);

/** The titles of all books, and how often each of them was saved. */
const books = async () =>
  (
    await query<{ titles: string; saves: number[] }>(`
      select md5(string_agg(title, E'\\n' order by bid)) as titles, array_agg(distinct version) as saves from book`)
  )[0];

/** What acts have done to the books at fault. */
const effects = async () =>
  (
    await query<{ effects: number; acts: number }>(`
      select count(*)::integer as effects, count(distinct act_idx)::integer as acts from act_record
      where record_id like 'M-%'`)
  )[0];

test(`a fix of ${count.toLocaleString('en')} faults whose process is killed mends each once, as one act with one undo`, {
  timeout: 3 * inTheEnd.timeout,
}, async () => {
  const killed = await start();
  const http = await signIn(killed);
  await http.results('PUT', '/api/v1/book/import', { books: [bookRow(0)], create_missing: true });
  // As an earlier release stored them.
  await query(
    `insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
    select 'M-' || n, 'MANY', ' Many ' || n, ser_idx, lev_idx, 'p' || n, 's' || n, now(), now()
    from generate_series(1, $1) n, book where bid = 'B0'`,
    [count],
  );
  await query('analyze book');
  const before = await books();
  await stopAt('book', { on: 'update', at: killedAt });
  const { work_idx: fixing } = await http.results('POST', '/api/v1/fault/blank_ends/fix', { all: true });
  await expect.poll(isStopped, inTheEnd).toBe(true);
  await killed.kill();
  await letGo();
  expect(await books()).toEqual(before);
  expect(await effects()).toEqual({ effects: 0, acts: 0 });

  const survivor = await start();
  const client = await signIn(survivor);
  const work = (of: number) => () => client.results('GET', `/api/v1/work/${of}`);
  await expect.poll(work(fixing), inTheEnd).toMatchObject({ status: 'done', changed: count });
  const { act_idx: act } = await work(fixing)();
  expect(await client.results('GET', '/api/v1/fault/blank_ends')).toMatchObject({ total: 0 });
  expect(await query("select from book where format = 'MANY' and title <> 'Many ' || substr(bid, 3)")).toEqual([]);
  expect((await books())?.saves).toEqual([1, 2]);
  const acts = "select act_idx::integer, after from audit where entity = 'fault_act'";
  expect(await query(acts)).toEqual([{ act_idx: act, after: { fault: 'blank_ends', count } }]);
  expect(await effects()).toEqual({ effects: count, acts: 1 });

  const { work_idx: undoing } = await client.results('POST', `/api/v1/act/${act}/undo`);
  await expect.poll(work(undoing), inTheEnd).toMatchObject({ status: 'done', changed: count });
  expect(await books()).toEqual({ titles: before?.titles, saves: [1, 3] });
  expect((await client.request('POST', `/api/v1/act/${act}/undo`)).text).toContain('undo.already');
  expect(await survivor.stop()).toBe(0);
});
