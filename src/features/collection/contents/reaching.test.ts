import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { collectionDesk } from '../collection.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
let street: number;
let level: number;
let bid: string;
beforeEach(async () => {
  await desk.clear();
  street = await desk.addSeries('Lantern Street');
  level = await desk.addLevel(street, 'A1');
  const [bidx] = await desk.addBooks(street, level, 1, { published_at: new Date(0).toISOString() });
  bid = (
    await office.db
      .selectFrom('book')
      .select('bid')
      .where('bidx', '=', bidx ?? 0)
      .executeTakeFirstOrThrow()
  ).bid;
  await desk.add('first', { title: 'First steps', is_public: 'O' });
  await desk.put('first', 'series', street);
});

const references = async (of: string, id: string | number, lang = 'en') =>
  (await office.admin.get(`/api/v1/reference/${of}/${id}?lang=${lang}`)).json.results;
const firstSteps = {
  label: 'First steps',
  kind: 'Collection',
  href: '/collection/first',
  through: 'through the series Lantern Street',
};

describe('A book that a collection contains through its series', () => {
  test('is shown as used in it, with the way', async () => {
    const page = (await office.admin.get(`/book/${bid}/uses`)).body;
    expect(page).not.toShow('Not used anywhere yet.');
    expect(page).toShow('<a href="/collection/first">First steps</a>');
    expect(page).toShow('through the series Lantern Street');
    expect((await office.admin.get(`/book/${bid}/uses?lang=ko`)).body).toShow('시리즈 “Lantern Street”에 포함되어');
  });

  test('can be deleted, and whoever asks first learns where it is no longer available', async () => {
    expect(await references('book', bid)).toMatchObject({ count: 0, lost_in: { count: 1, first: [firstSteps] } });
    const selection = { selection: { ids: [bid] } };
    const would = await office.admin.delete('/api/v1/book', { ...selection, dry_run: true });
    expect(would.json.results).toMatchObject({ changed: 1, lost_in: { count: 1, first: [firstSteps] } });
    expect((await office.admin.post(`/book/delete/${bid}`)).status).toBe(200);
  });

  test('is told as such before it is unpublished, from its page or as one of many', async () => {
    const body = { selection: { filter: { series: street }, except: [] }, published: false, dry_run: true };
    const { figures, question } = (await office.admin.put('/api/v1/book', body)).json.results;
    expect(figures.used).toBe(1);
    expect(question.figures).toContain('1 is used in a collection or roadmap');
    expect(question.lost_in).toEqual({ count: 1, first: [firstSteps] });
  });

  test('is named with every way that leads to it', async () => {
    await desk.put('first', 'level', level);
    const { lost_in } = await references('book', bid);
    expect(lost_in.first[0].through).toBe('through the series Lantern Street, through the level A1 of Lantern Street');
  });

  test('is kept by a collection that holds it, which is counted once', async () => {
    const [bidx] = (await office.db.selectFrom('book').select('bidx').execute()).map((row) => row.bidx);
    await desk.put('first', 'book', bidx ?? 0);
    await desk.add('second', { title: 'Second steps' });
    await desk.put('second', 'level', level);
    const { count, first, lost_in } = await references('book', bid);
    expect([count, first.map((use: { label: string }) => use.label)]).toEqual([1, ['First steps']]);
    expect(lost_in).toMatchObject({ count: 1, first: [{ through: 'through the level A1 of Lantern Street' }] });
    const body = { selection: { ids: [bid] }, published: false, dry_run: true };
    expect((await office.admin.put('/api/v1/book', body)).json.results.question.lost_in).toMatchObject({
      count: 2,
      first: [{ label: 'First steps' }, { label: 'Second steps' }],
    });
  });

  test('names the public ones of many collections first, and links to all of them', async () => {
    for (const cid of ['c1', 'c2', 'c3', 'z4']) {
      await desk.add(cid, cid === 'z4' ? { is_public: 'O' } : {});
      await desk.put(cid, 'series', street);
    }
    const { lost_in } = await references('book', bid);
    expect(lost_in.count).toBe(5);
    expect(lost_in.first.map((use: { href: string }) => use.href)).toEqual([
      '/collection/first',
      '/collection/z4',
      '/collection/c1',
    ]);
    expect((await office.admin.get(`/book/${bid}/uses`)).body).toShow(`href="/collection?book=${bid}"`);
  });

  test('says where it is no longer available before the act that added it is undone', async () => {
    const row = { bid: 'n-1', format: 'EPUB', title: 'New', series: 'Lantern Street', level: 'A1' };
    const books = [{ ...row, isbn_print: '1', isbn_spindle: '2' }];
    expect((await office.admin.post('/api/v1/book', { books })).json.results.success).toBe(true);
    const { act_idx: act } = await office.db
      .selectFrom('audit')
      .select('act_idx')
      .where('act_idx', 'is not', null)
      .orderBy('audit_idx', 'desc')
      .executeTakeFirstOrThrow();
    const { undo } = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
    expect(undo.lost_in).toEqual({ count: 1, first: [firstSteps] });
  });
});

describe('A level that a collection contains through its series', () => {
  test('says so before it is deleted', async () => {
    const empty = await desk.addLevel(street, 'B2');
    expect(await references('level', empty)).toMatchObject({ count: 0, lost_in: { count: 1, first: [firstSteps] } });
    await desk.put('first', 'level', empty);
    expect(await references('level', empty)).toMatchObject({ count: 1, lost_in: { count: 0, first: [] } });
  });
});
