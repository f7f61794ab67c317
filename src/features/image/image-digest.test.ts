import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { fileForm, jpeg } from './image.fixture.ts';

let office: Office;
const bids = ['B1', 'B2', 'B3'];
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  const books = bids.map((_bid, nth) => bookRow(nth + 1));
  must(await office.admin.post('/api/v1/book', { books, create_missing: true }));
});
afterAll(() => office.close());

const cover = async (bid: string, seed: number): Promise<number> => {
  const form = fileForm('book_cover', { [`${bid}.jpg`]: await jpeg(seed) });
  return must(await office.admin.upload(`/api/v1/book/${bid}/cover`, form)).act_idx;
};
const found = async () =>
  must(await office.admin.get('/api/v1/fault/picture_poor')).rows.map(({ id, line }: Record<string, string>) => [
    id,
    line,
  ]);
const same = [
  ['B1', '300 × 400 = B3'],
  ['B3', '300 × 400 = B1'],
];

test('two books with one picture as their cover are found, until one gets another; an undo brings that back', async () => {
  await cover('B1', 1);
  await cover('B2', 2);
  expect(await found()).toEqual([]);
  await cover('B3', 1);
  expect(await found()).toEqual(same);
  const act = await cover('B3', 3);
  expect(await found()).toEqual([]);
  expect((await office.admin.undo(act)).status).toBe(200);
  expect(await found()).toEqual(same);
});

test('covers that were stored before digests were noted are read in the background', async () => {
  await sql`update book_image set digest = null`.execute(office.db);
  expect(await found()).toEqual([]);
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'image.digest', {}));
  await expect.poll(found, { timeout: 20_000 }).toEqual(same);
});
