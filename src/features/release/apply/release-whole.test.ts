import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kernel/db/database.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { releaseDesk } from '../release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = releaseDesk(() => office);
const count = 200;

/** A series of published books, and a release that renames all of them. */
async function renaming(): Promise<number> {
  await desk.clear();
  const series = await desk.addSeries('First');
  const level = await desk.addLevel(series, 'One');
  await desk.addBooks(series, level, count, { genre: 'Before', published_at: new Date(0).toISOString() });
  const rel = await desk.release();
  const selection = { ids: Array.from({ length: count }, (_, n) => `b${level}-${n + 1}`) };
  desk.must(
    await office.admin.put(`/api/v1/release/${rel}/change/selected`, { selection, values: { genre: 'After' } }),
  );
  return rel;
}

test('No answer of the portal holds a mix while a release of hundreds of changes is applied and undone', async () => {
  const rel = await renaming();
  const seen = new Set<string>();
  const over = new AbortController();
  const reader = async () => {
    while (!over.signal.aborted) {
      const rows: { genre: string }[] = await desk.results(`books?limit=500&fields=bid,genre`);
      expect(rows).toHaveLength(count);
      const genres = [...new Set(rows.map(({ genre }) => genre))];
      expect(genres).toHaveLength(1);
      seen.add(genres.join());
      await sleep(1);
    }
  };
  const readers = Array.from({ length: 4 }, reader);
  const { act_idx: act } = desk.must(await desk.apply(rel));
  await expect.poll(() => seen.has('After')).toBe(true);
  desk.must(await desk.undo(act));
  over.abort();
  await Promise.all(readers);
  expect([...seen].toSorted()).toEqual(['After', 'Before']);
});

test('A release that breaks off in the middle leaves nothing, and its changes are together in the feed', async () => {
  const rel = await renaming();
  await sql`
    create function break_off() returns trigger language plpgsql as $$
    begin if new.bid like '%-150' and new.genre = 'After' then raise 'broken off'; end if; return new; end $$`.execute(
    office.db,
  );
  await sql`create trigger break_off before update on book for each row execute function break_off()`.execute(
    office.db,
  );
  const changes = async () => (await sql`select from change`.execute(office.db)).rows.length;
  const audits = async () => (await sql`select from audit`.execute(office.db)).rows.length;
  const before = [await changes(), await audits()];
  expect((await desk.apply(rel)).status).toBe(500);
  expect([await changes(), await audits()]).toEqual(before);
  const { rows: renamed } = await sql`select from book where genre = 'After'`.execute(office.db);
  expect(renamed).toEqual([]);
  expect(await desk.read(rel)).toMatchObject({ status: 'draft', act_idx: null });
  await sql`drop trigger break_off on book`.execute(office.db);
  await sql`drop function break_off()`.execute(office.db);
  const other = office.admin.put('/api/v1/setting/book.import_maintenance', { value: false });
  const [applied] = await Promise.all([desk.apply(rel), other]);
  desk.must(applied);
  const { rows } = await sql<{ first: number; last: number; count: number }>`
    select min(change_idx)::integer as first, max(change_idx)::integer as last, count(*)::integer as count
    from change where xact = (select xact from change where kind = 'release' order by change_idx desc limit 1)`.execute(
    office.db,
  );
  expect(rows[0]?.count).toBe((rows[0]?.last ?? 0) - (rows[0]?.first ?? 0) + 1);
  expect(rows[0]?.count).toBe(count + 1);
});

test('A release, or its preview, beside somebody who holds one of its records is told to come again, and changes nothing', async () => {
  const rel = await renaming();
  const [{ bid }] = await desk.results('books?limit=1');
  const { href } = desk.must(await office.admin.post('/api/v1/preview', { of: 'book', id: bid, release: rel }));
  const lockBook = (trx: Database) => sql`select from book order by bidx limit 1 for update`.execute(trx);
  let answers: Answer[] = [];
  const both = async () => {
    answers = [await desk.apply(rel), await office.stranger.get(href, { accept: 'application/json' })];
  };
  await whileLocked(office.db, lockBook, [], both);
  expect(answers).toMatchObject([
    { status: 503, headers: { 'retry-after': '2' }, json: { error: { code: 'error.held' } } },
    { status: 503, headers: { 'retry-after': '2' } },
  ]);
  expect(await desk.read(rel)).toMatchObject({ status: 'draft', act_idx: null });
  desk.must(await desk.apply(rel));
});
