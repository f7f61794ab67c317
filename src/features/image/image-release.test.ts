import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { fileForm, jpeg } from './image.fixture.ts';

let office: Office;
const desk = releaseDesk(() => office);
let bid: string;
let title: string;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  const series = await desk.addSeries('First');
  const level = await desk.addLevel(series, 'One');
  await desk.addBooks(series, level, 2);
  bid = `b${level}-1`;
  await desk.publish(bid);
  ({ title } = await desk.book(bid));
});

/** Uploads images with these names, to be seen at once, or for a release. */
async function upload(kind: 'cover' | 'preview', names: readonly string[], query = ''): Promise<string[]> {
  const files = await Promise.all(names.map(async (name, n) => [`${name}.jpg`, await jpeg(n + name.length)] as const));
  const form = fileForm(`book_${kind}`, Object.fromEntries(files));
  const { files: stored } = desk.must(await office.admin.upload(`/api/v1/book/${bid}/${kind}${query}`, form));
  return stored[`book_${kind}`];
}
const later = (kind: 'cover' | 'preview', ...names: string[]) => upload(kind, names, '?later=1');
const uploadCover = async (name: string, query = '') => (await upload('cover', [name], query))[0] ?? '';
const named = (paths: readonly string[]) => paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
const shown = async () => {
  const { cover_path: cover, preview_path: previews } = await desk.book(bid);
  return { cover: cover && named([cover])[0], previews: named(previews?.split(';') ?? []) };
};
const put = (rel: number, values: object) => desk.putIn(rel, 'images', bid, values, { merge: true });

describe('The cover and previews of a book in a release', () => {
  test('are shown as pictures, reach readers once it is applied, and the former ones come back with an undo', async () => {
    await uploadCover('old');
    await upload('preview', ['a', 'b']);
    const before = await shown();
    const [cover = ''] = await later('cover', 'new');
    const rel = await desk.release();
    await put(rel, { cover, preview: await later('preview', 'c') });
    expect(await shown()).toEqual(before);
    const [change] = (await desk.read(rel)).changes;
    expect(change).toMatchObject({ kind: 'images', id: bid, title, href: `/book/${bid}`, conflict: null });
    expect(change.fields).toMatchObject([
      { label: 'Cover', before: 'old.jpg', after: 'new.jpg', pictures: { after: [{ name: 'new.jpg' }] } },
      { label: 'Previews', before: 'a.jpg, b.jpg', after: 'c.jpg' },
    ]);
    const page = (await office.admin.get(`/release/${rel}`)).body;
    for (const side of ['before', 'after']) {
      const { href, open } = change.fields[0].pictures[side][0];
      for (const url of [href, open])
        expect((await office.server.inject({ url: new URL(url, 'http://office').pathname })).statusCode).toBe(200);
      expect(page).toContain(`src="${href}"`);
      expect(page).toContain(`href="${open}"`);
    }
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect(await shown()).toEqual({ cover: 'new.jpg', previews: ['c.jpg'] });
    expect((await desk.results(`books/${bid}`)).cover).toBeTruthy();
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect(await shown()).toEqual(before);
  });

  test('are seen as they will be by who previews the release, and are none before', async () => {
    await uploadCover('old');
    const rel = await desk.release();
    await put(rel, { cover: null });
    const seen = await office.admin.get(`/preview/create?of=book&id=${bid}&release=${rel}`);
    expect(seen.status).toBe(200);
    desk.must(await desk.apply(rel));
    expect(await shown()).toEqual({ cover: null, previews: [] });
  });

  test('conflict with a cover that somebody uploaded since, and either is chosen', async () => {
    const [cover = ''] = await later('cover', 'ours');
    const [first, second] = [await desk.release(), await desk.release()];
    for (const rel of [first, second]) await put(rel, { cover });
    await uploadCover('theirs');
    const conflict = await desk.conflict(first);
    expect(conflict.text).toContain('Cover');
    expect(conflict.fields).toMatchObject([{ before: 'theirs.jpg', after: 'ours.jpg' }]);
    expect((await desk.apply(first)).json.error).toMatchObject({ code: 'release.undecided' });
    for (const [rel, decision, left] of [
      [second, 'rebase', 'theirs.jpg'],
      [first, 'anyway', 'ours.jpg'],
    ] as const) {
      const [{ chg_idx: change }] = (await desk.read(rel)).changes;
      desk.must(await desk.decide(rel, change, decision));
      desk.must(await desk.apply(rel));
      expect((await shown()).cover).toBe(left);
    }
  });

  test('join: previews that one change adds stay when the next adds more, and those that others added or deleted count', async () => {
    const [a = '', b = ''] = await upload('preview', ['a', 'b']);
    const [c = '', d = ''] = await later('preview', 'c', 'd');
    const rel = await desk.release();
    await put(rel, { preview: [a, b, c] });
    const change = await put(rel, { preview: [a, b, d] });
    const [theirs = ''] = await upload('preview', ['theirs']);
    const file = { target_ctl: 'book', target_id: bid, file_type: 'book_preview', file_path: a };
    desk.must(await office.admin.delete('/api/v1/file', file));
    desk.must(await desk.decide(rel, change, 'anyway'));
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect((await shown()).previews).toEqual(named([b, c, d, theirs]));
    desk.must(await desk.undo(act));
    expect((await shown()).previews).toEqual(named([b, theirs]));
  });

  test('an undo keeps a cover that somebody uploaded since; one uploaded for another release does not count', async () => {
    await uploadCover('old');
    const rel = await desk.release();
    await put(rel, { cover: (await later('cover', 'new'))[0] });
    const { act_idx: act } = desk.must(await desk.apply(rel));
    await later('cover', 'next');
    const again = await desk.release();
    await put(again, { preview: await later('preview', 'p') });
    const { act_idx: other } = desk.must(await desk.apply(again));
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect((await shown()).cover).toBe('old.jpg');
    await upload('preview', ['q']);
    expect(desk.must(await desk.undo(other))).toMatchObject({ back: 0, kept: 1 });
  });

  test('are of one book: a second one that a release gives the same image keeps its own', async () => {
    const other = bid.replace(/1$/, '2');
    const [cover = ''] = await later('cover', 'shared');
    const [first, second] = [await desk.release(), await desk.release()];
    await put(first, { cover });
    await desk.putIn(second, 'images', other, { cover }, { merge: true });
    desk.must(await desk.apply(first));
    const refused = await desk.apply(second);
    expect(refused.status).toBe(409);
    expect(refused.json.error).toMatchObject({ code: 'book.image_of_another' });
    expect((await desk.book(other)).cover_path).toBeNull();
  });

  test('must be images that were uploaded for a book', async () => {
    const rel = await desk.release();
    const folder = '00000000-0000-4000-8000-000000000000';
    for (const [cover, status] of [
      [`images/book/${folder}/none.jpg`, 404],
      ['images/guide/none.jpg', 400],
      [7, 400],
    ] as const)
      expect((await desk.put(rel, 'images', bid, { cover })).status, String(cover)).toBe(status);
    expect((await desk.put(rel, 'images', 'gone', { cover: null })).status).toBe(404);
    expect((await desk.put(rel, 'images', bid, {})).json.error).toMatchObject({ code: 'release.no_fields' });
    expect((await desk.read(rel)).changes).toEqual([]);
  });

  test('go with a book that was deleted meanwhile, which the release says', async () => {
    const rel = await desk.release();
    await put(rel, { cover: (await later('cover', 'new'))[0] });
    desk.must(await office.admin.delete('/api/v1/book', { selection: { ids: [bid] } }));
    expect(await desk.conflict(rel)).toMatchObject({ gone: true });
    expect((await desk.apply(rel)).status).toBe(409);
  });

  test('are applied at the time of the release', async () => {
    const rel = await desk.release('Winter', 60);
    await put(rel, { cover: (await later('cover', 'new'))[0] });
    office.clock.advance(61_000);
    await expect.poll(async () => (await desk.read(rel)).status, { timeout: 20_000 }).toBe('applied');
    expect((await shown()).cover).toBe('new.jpg');
  });
});
