import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = collectionDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  await desk.clear();
  const series = await desk.addSeries('S');
  await desk.addBooks(series, await desk.addLevel(series, 'L'), 2);
  await desk.add('c');
});
afterAll(() => office.close());

const page = async (path: string, cookies = 'manage_mode=true; cid=c') =>
  (await office.admin.get(path, { cookie: `${office.admin.cookie}; ${cookies}` })).body;
const panel = 'data-view="contents/manage-panel"';

test.each(['/collection', '/book', '/series', '/book?series=1'])('the panel is shown beside %s', async (path) => {
  const body = await page(path);
  expect(body).toShow(panel);
  expect(body).toShow('data-picking');
});

test.each(['/', '/agegroup', '/audit'])('the panel is not shown at %s', async (path) => {
  expect(await page(path)).not.toShow(panel);
});

test('lists have add-buttons for rows, and the book list one for all that match', async () => {
  const books = await page('/book');
  expect(books).toMatch(/aria-label="Add: Book b\d+-1"/);
  expect(books).toContain('Add all 2 that match');
  expect(await page('/series')).toShow('aria-label="Add: S"');
  const outside = await page('/book', '');
  expect(outside).not.toContain('Add all');
  expect(outside).not.toContain('aria-label="Add:');
});

test('the page of a book has an add-button', async () => {
  const { bid } = await office.db.selectFrom('book').select('bid').executeTakeFirstOrThrow();
  const add = `aria-label="Add: Book ${bid}"`;
  expect(await page(`/book/${bid}`)).toShow(add);
  expect(await page(`/book/${bid}`, '')).not.toShow(add);
});

test('the panel is closed by a false or missing cookie, and for a collection that does not exist', async () => {
  for (const cookies of ['manage_mode=false; cid=c', 'cid=c', 'manage_mode=true', 'manage_mode=true; cid=nobody'])
    expect(await page('/book', cookies)).not.toShow(panel);
});

test('a locked collection keeps its panel, which says who locked it, but lists have no add-buttons', async () => {
  const { cidx } = await desk.get('c');
  await desk.lock(cidx, true);
  const body = await page('/book');
  expect(body).toShow(panel);
  expect(body).toShow('Locked by ada');
  expect(body).not.toShow('data-picking');
  expect(body).not.toShow('Add all');
  await desk.lock(cidx, false);
});

test('the page of a collection shows its contents and a link to manage mode, or refers to the panel', async () => {
  const outside = await page('/collection/c/contents', '');
  expect(outside).toContain('Manage contents');
  expect(outside).toContain('Add a series, level or book');
  const inside = await page('/collection/c/contents');
  expect(inside).toShow('The contents are in the panel beside the page.');
  expect(inside.match(/Add a series, level or book/g)?.length).toBe(
    (await page('/book')).match(/Add a series, level or book/g)?.length,
  );
  expect((await office.admin.get('/collection/nobody/contents')).status).toBe(404);
});

test('the contents open as a fragment', async () => {
  const { body, status } = await office.admin.get('/collection/contents/c');
  expect([status, body.includes('<html')]).toEqual([200, false]);
  expect(body).toShow('Title of c');
  expect((await office.admin.get('/collection/contents/nobody')).status).toBe(404);
});

test('very many books of a filter are added by a job, which can be undone', async () => {
  const series = await desk.addSeries('Many');
  await desk.addBooks(series, await desk.addLevel(series, 'M'), 5001);
  const body = { add_books: { filter: { series }, except: [] }, reason: 'fair' };
  const { results } = (await office.admin.put('/api/v5/collection/c/contents', body)).json;
  expect(results).toMatchObject({ changed: 0, work_idx: expect.any(Number) });
  const work = async () => (await office.admin.get(`/api/v1/work/${results.work_idx}`)).json.results;
  await expect.poll(async () => (await work()).status).toBe('done');
  const { changed, act_idx: act } = await work();
  expect(changed).toBe(5001);
  expect((await desk.contents('c')).counts).toEqual({ web: 5001, mobile: 0 });
  expect((await desk.versions('c'))[0]).toMatchObject({ reason: 'fair' });
  expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 5001, kept: 0 });
  expect((await desk.contents('c')).total).toBe(0);
});

test('a book, a series and the selection of the list of books can be added to a collection from anywhere', async () => {
  const { bid, ser_idx } = await office.db.selectFrom('book').select(['bid', 'ser_idx']).executeTakeFirstOrThrow();
  const dialog = async (path: string) => {
    const { status, body } = await office.admin.get(`/collection/add/${path}`);
    return { status, props: JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? 'null') };
  };
  expect((await dialog(`book/${bid}`)).props.added).toEqual({ type: 'book', bid, title: `Book ${bid}` });
  expect((await dialog(`series/${ser_idx}`)).props.added).toMatchObject({ type: 'series', id: ser_idx });
  expect((await dialog(`books?series=${ser_idx}`)).props.added).toEqual({ type: 'books', filter: { series: ser_idx } });
  for (const path of ['book/none', 'series/0', 'level/1'])
    expect((await dialog(path)).status).toBeGreaterThanOrEqual(400);
  expect(await page(`/book/${bid}`, '')).toShow(`href="/collection/add/book/${bid}"`);
  expect((await office.staff.get(`/collection/add/book/${bid}`)).status).toBe(403);
});
