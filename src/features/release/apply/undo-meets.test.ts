import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { releaseDesk } from '../release.fixture.ts';

let office: Office;
let bid = '';
const desk = releaseDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await emptyTables(office.db, ['act_part']);
  // In no collection and on no roadmap, so that it can be deleted.
  bid = (await desk.library()).bids.at(-1) ?? '';
});

const save = async (genre: string): Promise<number> =>
  desk.must(await office.admin.put(`/api/v1/book/${bid}`, { genre })).act_idx;
const genre = async () => (await desk.book(bid)).genre;

test('An act that is undone in two tabs at once is undone once, and the other tab is told by whom', async () => {
  const before = await genre();
  const act = await save('Fable');
  const mia = await office.signIn('mia', true);
  const answers = await Promise.all([desk.undo(act), mia.undo(act), desk.undo(act)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, json } of answers.filter((one) => one.status !== 200))
    expect([status, json.error.code]).toEqual([409, expect.stringMatching(/^undo\.(already|under_way)$/)]);
  expect((await mia.undo(act)).json.error.code).toBe('undo.already');
  expect([await genre(), await differingData(office)]).toEqual([before, []]);
});

test('An undo while a release of the same field is due comes before it, which then needs a decision, or after it, and is refused', async () => {
  const before = await genre();
  for (let round = 0; round < 6; round += 1) {
    const act = await save(`Fable ${round}`);
    const rel = await desk.release(`Round ${round}`, 60);
    await desk.putIn(rel, 'book', bid, { genre: 'Released' });
    office.clock.advance(61_000);
    const [undone, applied] = await Promise.all([desk.undo(act), desk.apply(rel)]);
    await expect.poll(async () => (await desk.read(rel)).status, { timeout: 20_000 }).not.toBe('scheduled');
    const { status } = await desk.read(rel);
    if (status === 'applied') {
      expect([undone.status, undone.json.error?.code]).toEqual([409, 'undo.changed_since']);
      expect(await genre()).toBe('Released');
      desk.must(await desk.undo((await desk.read(rel)).act_idx));
      desk.must(await desk.undo(act));
    } else {
      expect([undone.status, status]).toEqual([200, 'failed']);
      expect(applied.status).toBe(409);
      desk.must(await office.admin.delete(`/api/v1/release/${rel}`));
    }
    expect(await genre()).toBe(before);
  }
  expect(await differingData(office)).toEqual([]);
});

test('An act on a book that was deleted since is undone once the book is back, and not while it is gone', async () => {
  const before = await genre();
  const act = await save('Fable');
  const gone = desk.must(await office.admin.post(`/book/delete/${bid}`)).act_idx;
  expect((await desk.undo(act)).status).toBeGreaterThanOrEqual(404);
  desk.must(await desk.undo(gone));
  expect(await genre()).toBe('Fable');
  desk.must(await desk.undo(act));
  expect([await genre(), await differingData(office)]).toEqual([before, []]);
});

test('An undo is not undone: it is refused, offered nowhere, and the act is done again by hand', async () => {
  const before = await genre();
  const act = await save('Fable');
  desk.must(await desk.undo(act));
  const [row] = await office.db.selectFrom('audit').select('act_idx').where('undoes', '=', act).execute();
  const undo = Number(row?.act_idx);
  expect((await desk.undo(undo)).json.error.code).toBe('undo.impossible');
  expect(desk.must(await office.admin.get(`/api/v1/act/${undo}`)).undo).toBeNull();
  const again = await save('Fable');
  desk.must(await desk.undo(again));
  expect([await genre(), await differingData(office)]).toEqual([before, []]);
});
