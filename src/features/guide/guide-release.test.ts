import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = releaseDesk(() => office);
const { guides } = desk;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

/** Puts a new item into a release; returns the number that it will have. */
async function addLater(rel: number, title: string, over: object = {}): Promise<number> {
  const change = { kind: 'guide_item', values: { gui_id: 'g', title, ...over } };
  return Number(desk.must(await office.admin.put(`/api/v1/release/${rel}/change`, change)).id);
}
const uploadCover = async (seed: number): Promise<string> => {
  const form = new FormData();
  form.append('cover', new File([await guides.picture(seed)], `${seed}.jpg`));
  return desk.must(await office.admin.upload('/api/v1/extra/guide/g/cover', form)).files.cover[0];
};
const order = (rel: number, ...items: number[]) => desk.put(rel, 'guide', 'g', { items }, { merge: true });
const shown = async () => desk.results('series_guides/g');
const coverOf = async (id: number) =>
  (await guides.read()).items.find(({ itm_idx }: { itm_idx: number }) => itm_idx === id)?.cover?.name;

describe('New items of a guide in a release', () => {
  test('are there with their texts and cover once it is applied, and gone after an undo', async () => {
    const rel = await desk.release();
    const values = {
      start: 3,
      length: 2,
      legend: 'Songs',
      description: '<strong>Sing</strong>',
      cover: await uploadCover(1),
    };
    const id = await addLater(rel, 'New', values);
    expect(await guides.titles()).toEqual([]);
    const [change] = (await desk.read(rel)).changes;
    const known = { kind: 'guide_item', id: String(id), title: 'New', is_new: true, conflict: null };
    expect(change).toMatchObject({ ...known, href: '/series_guide?gui_id=g' });
    const fields = change.fields.map(({ label, before, after }: Record<string, string>) => [label, before, after]);
    for (const field of [
      ['Guide ID', '', 'g'],
      ['Title', '', 'New'],
      ['Cover', '', '1.jpg'],
      ['Description', '', 'Sing'],
    ])
      expect(fields).toContainEqual(field);
    expect((await office.admin.get(`/release/${rel}`)).body).toContain('New: New');
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect((await guides.read()).items).toMatchObject([
      { itm_idx: id, title: 'New', ...values, cover: { name: '1.jpg' } },
    ]);
    expect((await desk.read(rel)).changes[0]).toMatchObject({ title: 'New' });
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect(await guides.titles()).toEqual([]);
  });

  test('stand where the order of the release puts them, among items that came meanwhile', async () => {
    const [a, b] = [await guides.add('a'), await guides.add('b')];
    const rel = await desk.release();
    const [x, y] = [await addLater(rel, 'x'), await addLater(rel, 'y')];
    desk.must(await order(rel, x, a.itm_idx, y, b.itm_idx));
    expect((await desk.read(rel)).changes.map(({ conflict }: { conflict: unknown }) => conflict)).toEqual([
      null,
      null,
      null,
    ]);
    expect((await desk.read(rel)).changes[2].fields).toContainEqual(
      expect.objectContaining({ label: 'x', after: '1' }),
    );
    expect((await order(rel, a.itm_idx, b.itm_idx)).status).toBe(409);
    const copy = desk.must(await office.admin.post(`/api/v1/release/${rel}/copy`)).rel_idx;
    const before = await shown();
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect(await guides.titles()).toEqual(['x', 'a', 'y', 'b']);
    desk.must(await desk.undo(act));
    expect(await shown()).toEqual({ ...before, updated_at: expect.any(Number) });
    desk.must(await desk.apply(copy));
    expect(await guides.titles()).toEqual(['x', 'a', 'y', 'b']);
  });

  test('are changed in the release before they are there, and taken out of it', async () => {
    const rel = await desk.release();
    const [x, y] = [await addLater(rel, 'x', { legend: 'Songs' }), await addLater(rel, 'y')];
    desk.must(await desk.put(rel, 'guide_item', x, { title: 'X', start: 2 }, { merge: true }));
    expect((await desk.put(rel, 'guide_item', x, { start: 12 }, { merge: true })).status).toBe(422);
    const [, { chg_idx: change }] = (await desk.read(rel)).changes;
    const { act_idx: taken } = desk.must(await office.admin.delete(`/api/v1/release/${rel}/change/${change}`));
    desk.must(await desk.undo(taken));
    desk.must(await desk.apply(rel));
    expect((await guides.read()).items).toMatchObject([
      { itm_idx: x, title: 'X', legend: 'Songs', start: 2 },
      { itm_idx: y, title: 'y' },
    ]);
  });

  test('are named by their titles in the history of the release, before and after they are there', async () => {
    const rel = await desk.release();
    const id = await addLater(rel, 'Second');
    const [{ chg_idx: change }] = (await desk.read(rel)).changes;
    const { act_idx: taken } = desk.must(await office.admin.delete(`/api/v1/release/${rel}/change/${change}`));
    const named = async () => {
      const { lines } = desk.must(await office.admin.get(`/api/v1/audit/of/release/${rel}`));
      return lines.map(({ changes }: { changes: { field: string; after: string; before: string }[] }) =>
        changes.flatMap(({ field, after, before }) => (field === 'New' ? [after || before] : [])),
      );
    };
    expect(await named()).toEqual([['Second'], ['Second'], []]);
    desk.must(await desk.undo(taken));
    desk.must(await desk.apply(rel));
    desk.must(await guides.update(id, { title: 'Renamed' }));
    expect((await named()).flat()).toEqual(['Second', 'Second']);
  });

  test('that somebody edited since stay when the release is undone', async () => {
    const rel = await desk.release();
    const [x, y] = [await addLater(rel, 'x'), await addLater(rel, 'y')];
    const { act_idx: act } = desk.must(await desk.apply(rel));
    desk.must(await guides.update(x, { title: 'Theirs' }));
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 1 });
    expect((await guides.read()).items).toMatchObject([{ itm_idx: x, title: 'Theirs' }]);
    expect(y).not.toBe(x);
  });

  test('are refused as they would be live', async () => {
    const rel = await desk.release();
    const put = (values: object, over: object = {}) =>
      office.admin.put(`/api/v1/release/${rel}/change`, { kind: 'guide_item', values, ...over });
    expect((await put({ gui_id: 'g' })).json.error.fields).toHaveProperty('title');
    expect((await put({ gui_id: 'g', title: 'x', start: 9, length: 5 })).json.error).toMatchObject({
      code: 'guide.range_rule',
    });
    expect((await put({ gui_id: 'g', title: 'x', cover: 'images/guide/none/x.jpg' })).status).toBe(404);
    expect((await put({ title: 'x' }, { id: '999999' })).status).toBe(404);
    const book = { kind: 'book', values: { title: 'x' } };
    expect((await office.admin.put(`/api/v1/release/${rel}/change`, book)).status).toBe(400);
    expect((await desk.read(rel)).changes).toEqual([]);
  });

  test('come at the time of the release, which fails and says why if the guide is full by then', async () => {
    const [rel, late] = [await desk.release('One', 60), await desk.release('Two', 120)];
    await addLater(rel, 'x');
    await addLater(late, 'y');
    office.clock.advance(61_000);
    await expect.poll(async () => (await desk.read(rel)).status, { timeout: 20_000 }).toBe('applied');
    expect(await guides.titles()).toEqual(['x']);
    for (let n = 1; n < 200; n += 1) await guides.add(`${n}`);
    office.clock.advance(60_000);
    await expect.poll(async () => (await desk.read(late)).status, { timeout: 20_000 }).toBe('failed');
    expect((await desk.read(late)).problem).toContain('200');
  });
});

test('a release changes and removes the cover of an item, and its undo gives the former back', async () => {
  const { item } = desk.must(await guides.send({ gui_id: 'g', title: 'a' }, await guides.picture(1), 'old.jpg'));
  const id: number = item.itm_idx;
  for (const [cover, after] of [
    [await uploadCover(2), '2.jpg'],
    [null, undefined],
  ] as const) {
    const rel = await desk.release();
    await desk.putIn(rel, 'guide', 'g', { edits: [{ itm_idx: id, cover }] });
    expect((await desk.read(rel)).changes[0].fields).toMatchObject([
      { label: 'a: Cover', before: 'old.jpg', after: after ?? '', pictures: { before: [{ name: 'old.jpg' }] } },
    ]);
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect(await coverOf(id)).toBe(after);
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect(await coverOf(id)).toBe('old.jpg');
  }
});
