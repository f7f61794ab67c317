import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, startOffice } from '#test/app.ts';
import { guideDesk, guideUrl as url } from './guide.fixture.ts';

let office: Office;
const desk = guideDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

const full = {
  gui_id: 'g',
  link_title: 'Rhymes',
  title: 'Rhymes and songs',
  description: '<p>Sing <b>along</b><script>alert(1)</script></p>',
  legend: 'Read aloud, Songs',
  btn_title: 'See them',
  btn_link: 'https://example.org/rhymes',
  start: 2,
  length: 3,
};

describe('An item of a series guide is added', () => {
  test('from a form with its cover, and creates the guide', async () => {
    const answer = await desk.send(full, await desk.picture());
    const { item } = answer.json.results;
    expect(answer).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect(item).toMatchObject({ ...full, description: '<p>Sing <strong>along</strong></p>', version: 1 });
    expect(item.cover).toMatchObject({ name: 'cover.jpg', width: 60, height: 80 });
    expect(item.cover_img).toMatch(/^\/contents\/images\/guide\/[\da-f-]{36}\/cover\.jpg$/);
    expect((await office.stranger.get(item.cover_img)).status).toBe(200);
    expect((await desk.read()).items).toEqual([item]);
    expect(await desk.trail()).toMatchObject([
      {
        entity: 'guide_item',
        entity_id: String(item.itm_idx),
        action: 'guide_item.created',
        after: { title: 'Rhymes and songs', start: 2, length: 3, cover: item.cover.path },
      },
    ]);
    expect(await desk.changes()).toEqual(['guide g']);
    expect((await office.admin.get('/api/v1/audit/of/guide/g')).json.results.lines).toHaveLength(1);
  });

  test('with only a title, from a form or JSON, at the end of its guide, whose ID is cleaned', async () => {
    await desk.add('One');
    const fields = { gui_id: ' G ', title: 'Two' };
    expect((await office.admin.form(url, fields)).json.results.item).toMatchObject({
      gui_id: 'g',
      start: 1,
      length: 1,
    });
    expect((await office.admin.post(url, { ...fields, title: 'Three' })).status).toBe(200);
    expect(await desk.titles()).toEqual(['One', 'Two', 'Three']);
    const [{ cover_img, cover }] = (await desk.read()).items;
    expect([cover_img, cover]).toEqual([null, null]);
    await desk.add('Elsewhere', { gui_id: 'Spring 2027' });
    const { json } = await office.admin.get(`${url}/all`);
    expect(json.results).toMatchObject([
      { gui_id: 'g', items: 3, updated_by: 'ada' },
      { gui_id: 'spring_2027', items: 1, legends: [] },
    ]);
  });

  test('with a tidied legend: labels without extra blanks, none empty or twice', async () => {
    const item = await desk.add('One', { legend: ' Songs ,, Read  aloud,Songs, ,' });
    expect(item.legend).toBe('Songs, Read aloud');
    await desk.update(item.itm_idx, { legend: ',b,a ,b' });
    await desk.update(item.itm_idx, { legend: 'b , a' });
    expect((await desk.read()).items[0]).toMatchObject({ legend: 'b, a', version: 2 });
  });

  test.each([
    [{ title: '' }, 400, 'title'],
    [{ title: 'x'.repeat(201) }, 400, 'title'],
    [{ gui_id: '' }, 400, 'gui_id'],
    [{ btn_link: 'javascript:alert(1)' }, 400, 'btn_link'],
    [{ btn_link: 'https://' }, 400, 'btn_link'],
    [{ legend: 'a\nb' }, 400, 'legend'],
    [{ start: 'x' }, 400, 'start'],
    [{ nonsense: '1' }, 400, 'nonsense'],
    [{ start: 0 }, 422, 'start'],
    [{ start: 11 }, 422, 'start'],
    [{ length: 0 }, 422, 'start'],
    [{ start: 8, length: 4 }, 422, 'start'],
  ])('but not with %j, and no cover is left behind', async (wrong, status, field) => {
    const answer = await desk.send({ ...full, ...wrong }, await desk.picture());
    expect([answer.status, Object.keys(answer.json.error.fields)]).toEqual([status, [field]]);
    expect(await desk.trail()).toEqual([]);
    expect(await desk.files()).toEqual([]);
  });

  test('but not with a cover that is not an image, two covers, or one under another name', async () => {
    const text = await desk.send(full, 'not an image');
    expect(text).toMatchObject({ status: 415, json: { error: { fields: { cover: expect.any(String) } } } });
    const twice = new FormData();
    for (const [name, value] of Object.entries(full)) twice.append(name, String(value));
    for (const seed of [1, 2]) twice.append('cover', new File([await desk.picture(seed)], `${seed}.jpg`));
    expect((await office.admin.upload(url, twice)).status).toBe(400);
    const other = new FormData();
    other.append('picture', new File([await desk.picture()], 'a.jpg'));
    expect((await office.admin.upload(url, other)).status).toBe(400);
    expect(await desk.files()).toEqual([]);
    expect((await desk.read()).items).toEqual([]);
  });

  test('until its guide has two hundred; no deleted one is then restored', async () => {
    const first = await desk.add('First');
    const { gui_id } = first;
    await office.db
      .insertInto('guide_item')
      .values(
        Array.from({ length: 199 }, (_, n) => ({
          gui_id,
          place: n + 2,
          title: 'More',
          link_title: '',
          description: '',
          legend: '',
          btn_title: '',
          btn_link: '',
          start: 1,
          length: 1,
        })),
      )
      .execute();
    expect(await desk.send({ gui_id, title: 'One too many' })).toMatchObject({
      status: 422,
      json: { error: { code: 'guide.full', message: 'A series guide can have at most 200 items.' } },
    });
    const { act_idx } = (await desk.remove(first.itm_idx)).json.results;
    await desk.add('Another');
    expect(await office.admin.undo(act_idx)).toMatchObject({
      status: 422,
      json: { error: { code: 'guide.full' } },
    });
  });
});

describe('An item is changed', () => {
  test('by a form with _method=PUT: its fields change, the rest stays, a new cover replaces the old one', async () => {
    const { item } = (await desk.send(full, await desk.picture(1))).json.results;
    const stored = await desk.files();
    const answer = await desk.update(item.itm_idx, { legend: '', start: 4, version: 1 }, await desk.picture(2));
    const after = answer.json.results.item;
    expect(answer.status).toBe(200);
    expect(after).toMatchObject({ title: full.title, legend: '', start: 4, length: 3, version: 2 });
    expect(after.cover.path).not.toBe(item.cover.path);
    expect(await desk.files()).toHaveLength(stored.length);
    expect((await desk.trail()).at(-1)).toEqual({
      entity: 'guide_item',
      entity_id: String(item.itm_idx),
      action: 'guide_item.updated',
      before: { legend: full.legend, start: 2, cover: item.cover.path },
      after: { legend: null, start: 4, cover: after.cover.path },
    });
  });

  test('and leaves no trace when saved again without a difference', async () => {
    const { itm_idx } = await desk.add('One');
    const again = await desk.update(itm_idx, { title: 'One' });
    expect(again.json.results.item.version).toBe(1);
    expect(await desk.trail()).toHaveLength(1);
  });

  test('but not over a newer version, nor where it is gone or in another guide', async () => {
    const { itm_idx } = await desk.add('One');
    await desk.update(itm_idx, { title: 'Two' });
    const stale = await desk.update(itm_idx, { title: 'Three', version: 1 }, await desk.picture());
    expect(stale).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', version: 2 } } },
    });
    expect((await desk.update(itm_idx, { title: 'Three', gui_id: 'other' })).status).toBe(404);
    expect((await desk.update(999_999, { title: 'Three' })).json.error.code).toBe('guide.item_not_found');
    expect((await desk.update(itm_idx, { length: 11 })).status).toBe(422);
    expect((await desk.send({ itm_idx, title: 'Three' })).status).toBe(400);
    expect((await desk.send({ _method: 'DELETE', itm_idx })).status).toBe(400);
    expect(await desk.titles()).toEqual(['Two']);
    expect(await desk.files()).toEqual([]);
  });

  test('back to an earlier state from its history', async () => {
    const { itm_idx } = await desk.add('One', { legend: 'Songs' });
    await desk.update(itm_idx, { title: 'Two', legend: '' });
    const [{ audit_idx }] = (await office.admin.get(`/api/v1/audit/of/guide_item/${itm_idx}`)).json.results.lines;
    const body = { audit_idx, newest: audit_idx };
    expect((await office.admin.put(`/api/v1/audit/of/guide_item/${itm_idx}/restore`, body)).status).toBe(200);
    expect((await desk.read()).items[0]).toMatchObject({ title: 'One', legend: 'Songs' });
  });

  test('to have no cover any more', async () => {
    const { item } = (await desk.send(full, await desk.picture())).json.results;
    const file = { target_ctl: 'series_guide', target_id: String(item.itm_idx), file_type: 'cover' };
    const remove = () => office.admin.delete('/api/v1/file', { ...file, file_path: item.cover.path });
    expect((await office.admin.delete('/api/v1/file', { ...file, file_path: 'images/guide/other' })).status).toBe(404);
    expect(await remove()).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect((await desk.read()).items[0]).toMatchObject({ cover: null, cover_img: null, version: 2 });
    expect(await desk.files()).toEqual([]);
    expect((await remove()).json.error.code).toBe('guide.cover_not_found');
  });
});

describe('The columns of an item', () => {
  test('are saved, once, over the version that was loaded', async () => {
    const { itm_idx } = await desk.add('One');
    const range = { gui_id: 'g', itm_idx, start: 3, length: 8 };
    expect(await desk.put({ ...range, version: 1 })).toMatchObject({
      status: 200,
      json: { results: { success: true, version: 2 } },
    });
    expect((await desk.put(range)).json.results.version).toBe(2);
    expect((await desk.put({ ...range, start: 4, length: 1, version: 1 })).json.error.code).toBe('error.stale');
    expect((await desk.read()).items[0]).toMatchObject({ start: 3, length: 8 });
    expect((await desk.trail()).at(-1)).toMatchObject({
      before: { start: 1, length: 1 },
      after: { start: 3, length: 8 },
    });
  });

  test.each([
    [{ start: 0 }, 422],
    [{ start: 3, length: 9 }, 422],
    [{ length: 0 }, 422],
    [{ start: 1.5 }, 400],
    [{ start: '2' }, 400],
    [{ gui_id: 'other' }, 404],
    [{ itm_idx: 999_999 }, 404],
  ])('are refused as %j', async (wrong, status) => {
    const { itm_idx } = await desk.add('One');
    const answer = await desk.put({ gui_id: 'g', itm_idx, start: 1, length: 2, ...wrong });
    expect(answer.status).toBe(status);
    expect((await desk.read()).items[0]).toMatchObject({ start: 1, length: 1, version: 1 });
  });
});

describe('The order of the items', () => {
  let ids: number[];
  beforeEach(async () => {
    ids = [];
    for (const title of ['One', 'Two', 'Three']) ids.push((await desk.add(title)).itm_idx);
  });

  test('is saved as a whole', async () => {
    const { base } = await desk.read();
    const saved = await desk.put({ items: ids.toReversed(), base });
    expect(saved).toMatchObject({ status: 200, json: { results: { success: true, base: (await desk.read()).base } } });
    expect(await desk.titles()).toEqual(['Three', 'Two', 'One']);
    expect((await desk.trail()).at(-1)).toEqual({
      entity: 'guide',
      entity_id: 'g',
      action: 'guide.reordered',
      before: { from: 1, ids },
      after: { from: 1, ids: ids.toReversed() },
    });
    const rows = (await desk.trail()).length;
    expect((await desk.put({ gui_id: 'g', items: ids.toReversed() })).status).toBe(200);
    expect(await desk.trail()).toHaveLength(rows);
  });

  test('is refused where it does not name exactly the existing items, or replaces a newer one', async () => {
    const other = (await desk.add('Elsewhere', { gui_id: 'other' })).itm_idx;
    const [one = 0, two = 0] = ids;
    for (const items of [ids.slice(1), [...ids, 999_999], [...ids, other], [one, one, two], [999_999]])
      expect(await desk.put({ items })).toMatchObject({
        status: 409,
        json: { error: { code: 'guide.order_failed' } },
      });
    expect((await desk.put({ gui_id: 'other', items: ids })).status).toBe(409);
    expect((await desk.put({ items: ids, base: 'an older order' })).status).toBe(409);
    expect((await desk.put({ items: [] })).status).toBe(400);
    expect((await desk.put({ items: ids.map(String) })).status).toBe(400);
    expect(await desk.titles()).toEqual(['One', 'Two', 'Three']);
  });

  test('stays without gaps while many add, delete and reorder at once', async () => {
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => desk.add(`More ${n}`)),
      ...ids.slice(0, 2).map((id) => desk.remove(id)),
      desk.put({ items: ids.toReversed() }),
    ]);
    const places = await office.db.selectFrom('guide_item').select('place').orderBy('place').execute();
    expect(places.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('An item is deleted', () => {
  test('without a gap, and is restored with its number, its place and its cover', async () => {
    const one = await desk.add('One');
    const { item: two } = (await desk.send({ ...full, title: 'Two' }, await desk.picture())).json.results;
    await desk.add('Three');
    const { json } = await desk.remove(two.itm_idx);
    expect(json.results).toEqual({ success: true, act_idx: expect.any(Number) });
    expect(await desk.titles()).toEqual(['One', 'Three']);
    expect((await desk.remove(two.itm_idx)).status).toBe(404);
    // Nightly sweeps in between do not delete the cover.
    const then = office.clock.now().toISOString();
    office.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString());
    expect(await sweepUnreferencedFiles(office.app)).toBe(0);
    office.clock.set(then);
    await desk.remove(one.itm_idx);
    expect((await office.admin.undo(json.results.act_idx)).json.results).toEqual({ success: true, back: 1, kept: 0 });
    expect(await desk.titles()).toEqual(['Three', 'Two']);
    expect((await desk.read()).items[1]).toEqual({ ...two, version: 2 });
    expect((await office.stranger.get(two.cover_img)).status).toBe(200);
    expect((await office.admin.undo(json.results.act_idx)).status).toBe(409);
    const { lines } = (await office.admin.get('/api/v1/audit/of/guide/g')).json.results;
    expect(lines[0]).toMatchObject({ action: 'deleted item restored' });
    expect((await desk.changes()).every((change) => change === 'guide g')).toBe(true);
  });

  test('and the last one deletes its guide, which is restored with it', async () => {
    const { itm_idx } = await desk.add('One');
    const { act_idx } = (await desk.remove(itm_idx)).json.results;
    expect((await office.admin.get(`${url}/all`)).json.results).toEqual([]);
    await office.admin.undo(act_idx);
    expect((await office.admin.get(`${url}/all`)).json.results).toMatchObject([{ gui_id: 'g', items: 1 }]);
  });
});

describe('The screens of series guides', () => {
  const page = async (path: string) => (await office.admin.get(path)).body;

  test('list the guides by ID, with their items, legends and last change', async () => {
    expect(await page('/series_guide')).toShow('There are no series guides yet.');
    await desk.add('One', { gui_id: 'winter', legend: 'Songs' });
    await desk.add('Two', { gui_id: 'autumn', legend: 'Tales, Songs' });
    const body = await page('/series_guide');
    expect(body).toShow(/autumn[^]*Tales[^]*winter/);
    expect(body).toShow('1 item');
  });

  test('open a guide by its ID, even an unsaved one, or by an item, with the ages of the settings', async () => {
    const { itm_idx } = await desk.add('One');
    const value = ['Newborn', '1', '2', '3', '4', '5', '6', '7', '8', 'Grown up'];
    expect((await office.admin.put('/api/v1/setting/guide.ages', { value })).status).toBe(200);
    for (const path of ['/series_guide?gui_id=G', `/series_guide?itm_idx=${itm_idx}`]) {
      const body = await page(path);
      expect(body).toShow('aria-valuetext="Newborn, column 1"');
      expect(body).toShow('Grown up');
    }
    expect(await page('/series_guide?gui_id=Not yet')).toShow(/not_yet[^]*It is saved with its first item/);
    expect((await office.admin.get('/series_guide?itm_idx=999999')).status).toBe(404);
  });

  test('show a guide to readers, its first item open and without a way to change it', async () => {
    await desk.add('One', { description: '<p>Read <em>slowly</em>.</p>', btn_link: 'https://example.org' });
    await desk.add('Two');
    const body = await page('/series_guide?gui_id=g&mode=view');
    expect(body.match(/<details[^>]* open/g)).toHaveLength(1);
    expect(body).toShow(/<details[^>]* open=""[^>]*><summary[^>]*>One/);
    expect(body).toShow('<p>Read <em>slowly</em>.</p>');
    expect(body).not.toShow('role="slider"');
  });

  test('have the form of an item, and its template', async () => {
    const { itm_idx } = await desk.add('One');
    expect(await page(`/series_guide/update/${itm_idx}`)).toShow('Edit item');
    expect(await page('/series_guide/create?gui_id=g')).not.toShow('Guide ID');
    const template = await page('/static/html/series_guide_editor.html');
    expect(template).toShow('Guide ID');
    for (const name of ['gui_id', 'title', 'link_title', 'legend', 'start', 'length', 'btn_title', 'btn_link'])
      expect(template).toShow(`name="${name}"`);
    expect(template).toShow(/<input[^>]*name="description"/);
    expect(template).toShow(/<input[^>]*type="file"[^>]*name="cover"/);
    expect(await page('/static/html/series_guide_editor.html?gui_id=g')).not.toShow('Guide ID');
    expect(template).not.toShow('<html');
  });

  test('are in the finder by the ID of a guide and by the name of an item', async () => {
    await desk.add('Rhymes and songs', { gui_id: 'reading_path' });
    const find = async (text: string) => (await office.admin.get(`/api/v1/search?text=${text}`)).json.results;
    expect(await find('reading_path')).toMatchObject([
      { label: 'reading_path', href: '/series_guide?gui_id=reading_path' },
    ]);
    expect(await find('rhymes+song')).toMatchObject([{ label: 'Rhymes and songs', detail: 'reading_path' }]);
  });
});
