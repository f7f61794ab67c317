import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reservationDesk } from '#features/reservation/reservation.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { portalDesk } from '../portal.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = portalDesk(() => office);
const reservations = reservationDesk(() => office);
const day = 86_400;

const share = (body: object) => office.admin.post('/api/v1/preview', body);
const linkTo = async (of: string, id: string, over: object = {}): Promise<string> =>
  (await share({ of, id, ...over })).json.results.href;
const open = (href: string) => office.stranger.get(href);

beforeEach(async () => {
  await office.db.deleteFrom('release').execute();
  await reservations.clear();
  const series = await desk.addSeries('First Steps');
  const level = await desk.addLevel(series, 'Level 1');
  const over = { published_at: new Date(0).toISOString() };
  await desk.addBooks(series, level, 1, { bid: 'OPEN', title: 'The open book', ...over });
  await desk.addBooks(series, level, 1, { bid: 'DRAFT', title: 'The draft', isbn_print: 'd', isbn_spindle: 'e' });
  const en = { title: 'Summer', summary: 'Short', notice: '', description: '<p>Sea</p>' };
  await desk.add('C1', { title: 'Summer', multi_lang_data: { en }, prices: reservations.price('9900') });
  await desk.put('C1', 'level', level);
});

describe('A preview', () => {
  test('shows anybody with its link a collection as readers get it, before it is public', async () => {
    const page = await open(await linkTo('collection', 'C1'));
    expect(page).toMatchObject({
      status: 200,
      headers: { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
    });
    for (const text of ['Summer', '<p>Sea</p>', 'The open book', 'Readers cannot see it yet.', '1 book'])
      expect(page.body).toShow(text);
    expect(page.body).not.toShow('The draft');
    await desk.change('C1', { is_public: 'O' });
    expect((await open(await linkTo('collection', 'C1'))).body).not.toShow('Readers cannot see it yet.');
  });

  test('is in the chosen language, and says where English is shown instead', async () => {
    const ko = { title: '여름', summary: '', notice: '', description: '<p>바다</p>' };
    await desk.change('C1', { multi_lang_data: { ko } });
    const page = await open(`${await linkTo('collection', 'C1')}&lang=ko`);
    for (const text of ['<p>바다</p>', '번역이 없는 텍스트는 영어로 표시됩니다.', '여름'])
      expect(page.body).toShow(text);
  });

  test('shows a collection at a future time with its scheduled changes, which readers do not see yet', async () => {
    await desk.change('C1', { is_public: 'O' });
    await reservations.schedule('C1', day, { value: reservations.price('7700') });
    await reservations.schedule('C1', day, { target: 'description', locale: 'en', value: '<p>Waves</p>' });
    await reservations.schedule('C1', 3 * day, { value: reservations.price('5500') });
    const at = reservations.seconds() + 2 * day;
    const { body } = await open(await linkTo('collection', 'C1', { at }));
    for (const text of ['7,700', '<p>Waves</p>', 'with 2 scheduled changes']) expect(body).toShow(text);
    for (const text of ['9,900', '5,500', '<p>Sea</p>']) expect(body).not.toShow(text);
    expect(await desk.results('collections/C1')).toMatchObject({ description: '<p>Sea</p>' });
    expect((await open(await linkTo('collection', 'C1'))).body).toShow('9,900');
  });

  test('shows a collection as readers saw it at a past moment, and says what is as it is today', async () => {
    office.clock.advance(60_000);
    await desk.change('C1', { is_public: 'O' });
    const open_at = office.clock.now().getTime() / 1000;
    office.clock.advance(60_500);
    await desk.change('C1', { title: 'Winter', is_public: 'X', prices: reservations.price('5500') });
    office.clock.advance(60_000);
    const { json } = await share({ of: 'collection', id: 'C1', at: open_at });
    expect(json.results.as_today).toEqual(['book', 'series', 'level', 'age_group']);
    const { body } = await open(json.results.href);
    for (const text of ['Summer', '9,900', 'as readers got it at', 'are as they are today']) expect(body).toShow(text);
    for (const text of ['Winter', '5,500', 'could not see it']) expect(body).not.toShow(text);
    const first = await open(await linkTo('collection', 'C1', { at: open_at - 30 }));
    expect(first.body).toShow('Readers could not see it then.');
    expect((await open(await linkTo('collection', 'C1', { at: open_at + 60.5 }))).body).toShow('Winter');
    expect(await share({ of: 'collection', id: 'C1', at: open_at - 90 })).toMatchObject({
      status: 422,
      json: { error: { code: 'portal.preview_before', fields: { at: expect.stringContaining('later one') } } },
    });
  });

  test('shows a collection at a coming moment with the releases that are due by then', async () => {
    const at = reservations.seconds() + day;
    const { rel_idx } = (await office.admin.post('/api/v1/release', { name: 'Autumn', apply_at: at })).json.results;
    const change = { kind: 'collection', id: 'C1', values: { title: 'Leaves' } };
    expect((await office.admin.put(`/api/v1/release/${rel_idx}/change`, change)).status).toBe(200);
    const { body } = await open(await linkTo('collection', 'C1', { at: at + 60 }));
    for (const text of ['Leaves', 'Releases applied by then: Autumn.']) expect(body).toShow(text);
    expect((await open(await linkTo('collection', 'C1', { at: at - 60 }))).body).not.toShow('Leaves');
    expect(await desk.get('C1')).toMatchObject({ title: 'Summer' });
  });

  test('shows a collection with releases and scheduled changes in the order of their times', async () => {
    const at = reservations.seconds() + 2 * day;
    await reservations.schedule('C1', day, { value: reservations.price('7700') });
    const { rel_idx } = (await office.admin.post('/api/v1/release', { name: 'Autumn', apply_at: at })).json.results;
    const change = { kind: 'collection', id: 'C1', values: { prices: reservations.price('8800') } };
    const { chg_idx } = (await office.admin.put(`/api/v1/release/${rel_idx}/change`, change)).json.results;
    const shown = async (when: number) => (await open(await linkTo('collection', 'C1', { at: when }))).body;
    // The release waits for a decision about the change before it.
    expect(await shown(at + 60)).toShow('7,700');
    await office.admin.put(`/api/v1/release/${rel_idx}/change/${chg_idx}`, { decide: 'anyway' });
    expect(await shown(at - 60)).toShow('7,700');
    const body = await shown(at + 60);
    for (const text of ['8,800', 'with 1 scheduled change', 'Releases applied by then: Autumn.'])
      expect(body).toShow(text);
    expect(body).not.toShow('7,700');
  });

  test('shows a roadmap and the advertised collections, in the order of a moment', async () => {
    const group = await desk.addGroup('Ages 6 to 8');
    const { cidx } = await desk.get('C1');
    expect(await share({ of: 'roadmap', id: String(group), at: 1 })).toMatchObject({ status: 422 });
    expect(await share({ of: 'advertisement', id: 'other' })).toMatchObject({ status: 404 });
    await desk.change('C1', { is_public: 'O' });
    await desk.advertise(cidx, true);
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: 0, bids: ['OPEN'] });
    const at = office.clock.now().getTime() / 1000;
    office.clock.advance(60_000);
    await desk.advertise(cidx, false);
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: -1, bids: ['OPEN'] });
    for (const [of, id, shown] of [
      ['roadmap', String(group), 'The open book'],
      ['advertisement', 'order', 'Summer'],
    ] as const) {
      expect((await open(await linkTo(of, id, { at }))).body, of).toShow(shown);
      expect((await open(await linkTo(of, id))).body, of).not.toShow(shown);
      const created = await office.admin.get(`/preview/create?of=${of}&id=${id}&when=past`);
      expect(created.body).toShow('A past moment');
    }
    expect((await office.admin.get(`/roadmap/${group}`)).body).toShow('Preview at a date…');
    expect((await office.admin.get('/collection/advertisement')).body).toShow('Preview at a date…');
    expect((await office.admin.get('/collection/C1/versions')).body).toShow('Preview at a date…');
    await office.db.deleteFrom('roadmap_book').execute();
  });

  test('shows a book before it is published, and links from a collection to its books', async () => {
    await desk.addSentence('DRAFT', 'sea', 'The sea is wide.');
    const { body } = await open(await linkTo('book', 'DRAFT'));
    for (const text of ['The draft', 'The sea is wide.', 'Readers cannot see it yet.']) expect(body).toShow(text);
    const [, href = ''] =
      /href="(\/preview\/book\/OPEN[^"]*)"/.exec((await open(await linkTo('collection', 'C1'))).body) ?? [];
    expect((await open(href.replaceAll('&amp;', '&'))).body).toShow('The open book');
  });

  test('does not open when its address was changed, nor after it has expired', async () => {
    const href = await linkTo('collection', 'C1', { days: 1 });
    for (const other of [
      href.replace('C1', 'C2'),
      href.replace('/collection/C1', '/book/OPEN'),
      href.replace('at=0', 'at=5'),
      href.replace(/until=\d+/, 'until=9999999999'),
      href.replace(/link=\d+/, 'link=0'),
      href.replace(/sig=.*/, 'sig='),
    ])
      expect((await open(other)).status).toBe(404);
    office.clock.advance(day * 1000 + 1);
    expect(await open(href)).toMatchObject({ status: 410 });
    office.clock.advance(-day * 1000 - 1);
  });

  test('is refused once its link was revoked, with its books, while other links stay valid', async () => {
    const list = async () => (await office.admin.get('/api/v1/preview?of=collection&id=C1')).json.results;
    const revoke = (link_idx: number) => office.admin.delete(`/api/v1/preview/${link_idx}`);
    const [one, two] = [await linkTo('collection', 'C1', { days: 1 }), await linkTo('collection', 'C1', { days: 30 })];
    const [, book = ''] = /href="(\/preview\/book\/OPEN[^"]*)"/.exec((await open(one)).body) ?? [];
    const hrefs = async () => (await list()).map(({ href }: { href: string }) => href);
    expect((await hrefs()).slice(0, 2)).toEqual([two, one]);
    const [, { link_idx }] = await list();
    expect((await office.staff.delete(`/api/v1/preview/${link_idx}`)).status).toBe(403);
    expect((await office.staff.get('/api/v1/preview?of=collection&id=C1')).status).toBe(403);
    expect((await revoke(link_idx)).json.results).toEqual({ success: true });
    for (const href of [one, book.replaceAll('&amp;', '&')])
      expect(await open(href), href).toMatchObject({ status: 410, body: expect.stringContaining('no longer valid') });
    expect((await open(two)).status).toBe(200);
    expect(await hrefs()).not.toContain(one);
    expect((await revoke(link_idx)).status).toBe(404);
    expect((await office.admin.get('/audit/of/collection/C1')).body).toShow(/Preview link.*C1.*>revoked</s);
    const dialog = await office.admin.get('/preview/create?of=collection&id=C1');
    expect(dialog.body).toShow('Links that are valid');
  });

  test('has at most a hundred links, even if two people share it at once; one must be revoked first', async () => {
    await office.db.deleteFrom('preview_link').execute();
    await sql`insert into preview_link (of_entity, of_id, shown_at, ends_at, created_at)
      select 'book', 'DRAFT', 0, now() + interval '1 day', now() from generate_series(1, 100)`.execute(office.db);
    const list = async () => (await office.admin.get('/api/v1/preview?of=book&id=DRAFT')).json.results;
    expect(await share({ of: 'book', id: 'DRAFT' })).toMatchObject({
      status: 409,
      json: { error: { code: 'portal.preview_many' } },
    });
    expect(await list()).toHaveLength(100);
    await office.admin.delete(`/api/v1/preview/${(await list())[0].link_idx}`);
    const together = await Promise.all([1, 2, 3].map(() => share({ of: 'book', id: 'DRAFT' })));
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await list()).toHaveLength(100);
    await office.db.deleteFrom('preview_link').execute();
  });

  test('is shared by administrators alone, for existing records, and is in the history of the record', async () => {
    expect((await office.staff.post('/api/v1/preview', { of: 'book', id: 'DRAFT' })).status).toBe(403);
    expect((await share({ of: 'book', id: 'NONE' })).status).toBe(404);
    expect((await share({ of: 'series', id: '1' })).status).toBe(400);
    expect((await share({ of: 'book', id: 'DRAFT', days: 365 })).status).toBe(400);
    await linkTo('book', 'DRAFT');
    const history = await office.admin.get('/audit/of/book/DRAFT');
    expect(history.body).toShow(/Preview link.*DRAFT.*>created</s);
    const page = await office.admin.get('/preview/create?of=collection&id=C1', { 'sec-fetch-mode': 'navigate' });
    expect(page.body).toShow('data-fragment="/preview/create?of=collection&amp;id=C1"');
    expect((await office.admin.get('/book/DRAFT')).body).toShow('/preview/create?of=book');
  });
});
