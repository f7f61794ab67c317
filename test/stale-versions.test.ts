import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, type Person, startOffice } from './app.ts';

/** A change of an existing record, with a body that is valid except for the version it started from. */
interface Change {
  url: string;
  body: object;
  by?: Person;
}

// Bulk writes do not start from the version of any one record.
const bulk = [
  '/api/v1/release/{rel_idx}/change/selected',
  '/api/v1/book',
  '/api/v1/book/change',
  '/api/v1/book/import',
  '/api/v1/image',
  '/api/v1/import/{import_idx}/upload',
];

let office: Office;
let changes: Record<string, Change>;
beforeAll(async () => {
  office = await startOffice();
  const { admin } = office;
  const sheetOf = async (url: string, heading: string) => {
    const form = new FormData();
    form.append('file', new Blob([`${heading}\n${heading.replace(/[^,]+/g, 'x')}`]), 'sheet.csv');
    return (await admin.upload(url, form)).json.results;
  };
  const made = async (url: string, body: object) => (await admin.post(url, body)).json.results;
  await made('/api/v1/book', { books: [bookRow(1)], create_missing: true });
  const { ser_idx, lev_idx } = (await admin.get('/api/v1/book?bid=B1')).json.results[0];
  const { word_idx } = await made('/api/v1/book/B1/word', { word: 'sun' });
  const { age_group } = await made('/api/v1/age_group', { title: 'Ages 3 to 5' });
  const { cat_idx } = await made('/api/v1/category', { title: 'Tales' });
  const password = 'correct horse battery';
  const { staff_idx } = await made('/api/v1/staff', { staff_id: 'eve', name: 'Eve', is_admin: true, password });
  const eve = await office.signIn('eve', true);
  const passkey = { credential_id: 'x', public_key: Buffer.of(0), counter: 0, transports: [], rp_id: 'localhost' };
  const { key_idx } = await office.db
    .insertInto('passkey')
    .values({ ...passkey, staff_idx, name: 'Phone', synced: false, created_at: office.clock.now().toISOString() })
    .returning('key_idx')
    .executeTakeFirstOrThrow();
  const { import_idx } = await made('/api/v1/import/book', { bids: ['B1'] });
  const inside = `/api/v1/import/${import_idx}`;
  const { cust_idx } = await made('/api/v1/customer', { cust_id: 'ACME', name: 'Acme' });
  const { cidx } = await made('/api/v1/collection', { cid: 'C1', title: 'One' });
  const guide = (await made('/api/v1/extra/series_guide', { gui_id: 'g', title: 'One' })).item;
  const [{ ver_idx }] = (await admin.get('/api/v5/collection/C1/version')).json.results;
  await admin.put('/api/v1/collection/advertisement', { cidx, adsOn: true });
  const times = { from: 1_772_438_400, until: 1_772_528_400 };
  const { event_idx } = await made('/api/v1/event', { name: 'Fair', cid: 'C1', code: 'FAIRFAIR2026', ...times });
  const later = { cid: 'C1', target: 'price', value: [], apply_at: '2030-01-01T00:00:00Z' };
  const { res_idx } = await made('/api/v1/reservation', later);
  const { rel_idx } = await made('/api/v1/release', { name: 'Spring' });
  const released = { kind: 'collection', id: 'C1', values: { label: 'x' } };
  const { chg_idx } = (await admin.put(`/api/v1/release/${rel_idx}/change`, released)).json.results;
  await admin.put(`/api/v1/category/${cat_idx}`, { title: 'Tales of old' });
  const [renamed] = (await admin.get(`/api/v1/audit/of/category/${cat_idx}`)).json.results.lines;
  const fields = ['isbn_spindle', 'title', 'series', 'level', 'isbn_print', 'bid'];
  const mapped = (await sheetOf('/api/v1/import', 'e-ISBN,Name of book,Row,Step,ISBN,Number')).import_idx;
  await sheetOf(`${inside}/sentence`, 'Term,Example,Number,Wanted');
  const cg_idx = await codeDesk(() => office).addBatch({ cust_idx, cidx });
  const issued_at = office.clock.now().toISOString();
  await office.db.insertInto('code_lot').values({ cg_idx, lot: 1, issued: 1, count: 1, issued_at }).execute();
  const { wh_idx } = await made('/api/v1/webhook', { name: 'Portal', url: 'http://127.0.0.1:9/', active: false });
  const mailed = { source: 'platform', addresses: 'ada@library.example', rhythm: 'week', day: 1, hour: 9 };
  const { mailing_idx } = await made('/api/v1/mailing', { name: 'Figures', ...mailed });
  const { term_idx } = await made('/api/v1/term', { term: 'reader' });
  const { thread_idx, msg_idx } = await made('/api/v1/thread', { kind: 'book', id: 'B1', text: 'x' });
  const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 1 };
  const { key_idx: shop } = await made('/api/v1/api_key', sells);
  const planned = {
    kind: 'proposals',
    title: 'A plan',
    plan: '{"changes": [], "count": 0}',
    digest: '',
    planners: ['ada'],
  };
  const { appr_idx } = await office.db
    .insertInto('approval')
    .values({ ...planned, call: '{}', created_by: 'ada', created_at: office.clock.now().toISOString() })
    .returning('appr_idx')
    .executeTakeFirstOrThrow();
  const version = 999_999_999;
  const base = 'another order';
  const staged = (kind: string) => ({ key: `staging/content/${crypto.randomUUID()}.${kind}`, version });
  changes = {
    '/api/v1/age_group/{grp_idx}': { url: `/api/v1/age_group/${age_group}`, body: { title: 'x', version } },
    '/api/v1/approval/{appr_idx}': { url: `/api/v1/approval/${appr_idx}`, body: { version } },
    '/api/v1/roadmap': {
      url: '/api/v1/roadmap',
      body: { target_group: age_group, target_row: 0, bids: ['B1'], version },
    },
    '/api/v1/extra/series_guide': {
      url: '/api/v1/extra/series_guide',
      body: { gui_id: 'g', itm_idx: guide.itm_idx, start: 2, length: 2, version },
    },
    '/api/v1/category/{cat_idx}': { url: `/api/v1/category/${cat_idx}`, body: { title: 'x', version } },
    '/api/v1/series/difficulty': { url: `/api/v1/series/difficulty?base=${base}`, body: [ser_idx] },
    '/api/v1/series/{ser_idx}': { url: `/api/v1/series/${ser_idx}`, body: { title: 'x', version } },
    '/api/v1/level/{lev_idx}': { url: `/api/v1/level/${lev_idx}`, body: { title: 'x', version } },
    '/api/v2/level/{ser_idx}': { url: `/api/v2/level/${ser_idx}`, body: { sequence: [lev_idx], base } },
    '/api/v1/api_key/{key_idx}': { url: `/api/v1/api_key/${shop}`, body: { batches: [cg_idx], quota: 2, version } },
    '/api/v1/customer/{cust_idx}': { url: `/api/v1/customer/${cust_idx}`, body: { name: 'x', version } },
    '/api/v1/event/{event_idx}': { url: `/api/v1/event/${event_idx}`, body: { name: 'x', version } },
    '/api/v1/event/{event_idx}/pause': { url: `/api/v1/event/${event_idx}/pause`, body: { paused: true, version } },
    '/api/v1/code/batch/{cg_idx}/lot/{lot}': {
      url: `/api/v1/code/batch/${cg_idx}/lot/1`,
      body: { handed_to: 'x', handed_on: '2026-01-02', version },
    },
    '/api/v1/code/batch/{cg_idx}': { url: `/api/v1/code/batch/${cg_idx}`, body: { price: '2', version } },
    ...collections({ cidx, ver_idx, lev_idx, version, base }),
    '/api/v1/webhook/{wh_idx}': { url: `/api/v1/webhook/${wh_idx}`, body: { name: 'x', version } },
    '/api/v1/mailing/{mailing_idx}': { url: `/api/v1/mailing/${mailing_idx}`, body: { name: 'x', version } },
    '/api/v1/term/{term_idx}': { url: `/api/v1/term/${term_idx}`, body: { note: 'x', version } },
    '/api/v1/reservation/{res_idx}': { url: `/api/v1/reservation/${res_idx}`, body: { zone: 'UTC', version } },
    '/api/v1/release/{rel_idx}': { url: `/api/v1/release/${rel_idx}`, body: { name: 'x', version } },
    '/api/v1/release/{rel_idx}/change': { url: `/api/v1/release/${rel_idx}/change`, body: { ...released, version } },
    '/api/v1/release/{rel_idx}/change/{chg_idx}': {
      url: `/api/v1/release/${rel_idx}/change/${chg_idx}`,
      body: { decide: 'anyway', version },
    },
    '/api/v1/book/{bid}': { url: '/api/v1/book/B1', body: { title: 'x', version } },
    '/api/v1/book/preview': { url: '/api/v1/book/preview', body: { bid: 'B1', base } },
    '/api/v1/book/{bid}/word/{word_idx}': { url: `/api/v1/book/B1/word/${word_idx}`, body: { word: 'moon', version } },
    '/api/v1/book/{bid}/epub': { url: '/api/v1/book/B1/epub', body: staged('epub') },
    '/api/v1/book/{bid}/zip': { url: '/api/v1/book/B1/zip', body: staged('zip') },
    '/api/v1/thread/{thread_idx}': { url: `/api/v1/thread/${thread_idx}`, body: { resolved: true, version } },
    '/api/v1/thread/message/{msg_idx}': { url: `/api/v1/thread/message/${msg_idx}`, body: { text: 'y', version } },
    '/api/v1/setting/{key}': { url: '/api/v1/setting/book.import_maintenance', body: { value: false, version } },
    '/api/v1/staff/{staff_idx}': { url: `/api/v1/staff/${staff_idx}`, body: { name: 'x', version } },
    '/api/v1/staff/me/mail': { url: '/api/v1/staff/me/mail', body: { locale: 'ko', version } },
    '/api/v1/staff/{staff_idx}/password': { url: `/api/v1/staff/${staff_idx}/password`, body: { version } },
    '/api/v1/staff/me/password': {
      url: '/api/v1/staff/me/password',
      body: { current_password: password, password: `${password}!`, version },
      by: eve,
    },
    '/api/v1/passkey/{key_idx}': { url: `/api/v1/passkey/${key_idx}`, body: { name: 'x', version }, by: eve },
    '/api/v1/import/{import_idx}': { url: inside, body: { update: true, version } },
    '/api/v1/audit/of/{entity}/{id}/restore': {
      url: `/api/v1/audit/of/category/${cat_idx}/restore`,
      body: { audit_idx: renamed?.audit_idx, newest: version },
    },
    '/api/v1/import/{import_idx}/column': {
      url: `/api/v1/import/${mapped}/column`,
      body: { heading_row: 1, fields, version },
    },
    '/api/v1/import/{import_idx}/sentence/column': {
      url: `${inside}/sentence/column`,
      body: { heading_row: 1, fields: ['word', 'sentence', 'bid', 'mdr_targeted'], version },
    },
    '/api/v1/import/{import_idx}/title': {
      url: `${inside}/title`,
      body: { merges: [{ kind: 'series', from: ['a'], to: 'b' }], version },
    },
    '/api/v1/import/{import_idx}/step': { url: `${inside}/step`, body: { step: 'images', version } },
    '/api/v1/import/{import_idx}/fill': { url: `${inside}/fill`, body: { version } },
    '/api/v1/import/{import_idx}/unalter': { url: `${inside}/unalter`, body: { version } },
    '/api/v1/import/{import_idx}/sentence/fill': { url: `${inside}/sentence/fill`, body: { version } },
    '/api/v1/import/{import_idx}/drop': { url: `${inside}/drop`, body: { rows: [1], dropped: true, version } },
    '/api/v1/import/{import_idx}/row/{row_no}': { url: `${inside}/row/1`, body: { cells: {}, version } },
    '/api/v1/import/{import_idx}/sentence/drop': {
      url: `${inside}/sentence/drop`,
      body: { rows: [1], dropped: true, version },
    },
    '/api/v1/import/{import_idx}/sentence/{row_no}': { url: `${inside}/sentence/1`, body: { cells: {}, version } },
  };
});
afterAll(() => office.close());

function collections(ids: { cidx: number; ver_idx: number; lev_idx: number; version: number; base: string }) {
  const { cidx, ver_idx, lev_idx, version, base } = ids;
  const item = { content_type: 'level', content_idx: lev_idx };
  const [v1, v5] = ['/api/v1/collection', '/api/v5/collection'];
  return {
    [`${v1}/advertisement`]: { url: `${v1}/advertisement`, body: { cidx, adsOn: false, version } },
    [`${v1}/advertisement/order`]: { url: `${v1}/advertisement/order`, body: { sequence: [cidx], base } },
    [`${v1}/memo/{ver_idx}`]: { url: `${v1}/memo/${ver_idx}`, body: { memo: 'x', version } },
    [`${v1}/{cid}`]: { url: `${v1}/C1`, body: { ...item, version } },
    [`${v1}/{cid}/content/{type}/{id}`]: { url: `${v1}/C1/content/level/${lev_idx}`, body: { version } },
    [`${v5}/lock`]: { url: `${v5}/lock`, body: { cidx, lock: true, version } },
    [`${v5}/{cid}`]: { url: `${v5}/C1`, body: { title: 'x', version } },
    [`${v5}/{cid}/contents`]: { url: `${v5}/C1/contents`, body: { add: [item], version } },
    [`${v5}/{cid}/texts`]: {
      url: `${v5}/C1/texts`,
      body: { texts: { en: { title: 'x' } }, base: { en: { title: 'y' } } },
    },
    [`${v5}/{cid}/localize/{locale}/review`]: { url: `${v5}/C1/localize/en/review`, body: { version } },
    [`${v5}/{cid}/localize/{locale}`]: { url: `${v5}/C1/localize/ko`, body: { title: 'x', version } },
    [`${v5}/{cid}/localize/{locale}/review`]: { url: `${v5}/C1/localize/en/review`, body: { version } },
  };
}

test('every call that changes a record refuses an outdated version or order, and changes nothing', async () => {
  const { paths }: { paths: Record<string, object> } = (await office.admin.get('/openapi.json')).json;
  const updates = Object.keys(paths).filter((path) => 'put' in (paths[path] ?? {}) && !bulk.includes(path));
  expect(Object.keys(changes).toSorted()).toEqual(updates.toSorted());
  const trail = () => office.db.selectFrom('audit').select('audit_idx').execute();
  const before = await trail();
  for (const [path, { url, body, by = office.admin }] of Object.entries(changes)) {
    const { status, body: text } = await by.put(url, body);
    expect([path, status, text.slice(0, 80)]).toEqual([path, 409, expect.stringMatching(/stale|order_failed/)]);
  }
  expect(await trail()).toEqual(before);
});

test('a setting and an import have a version, which is accepted until somebody changes them', async () => {
  const key = 'book.import_maintenance';
  const setting = `/api/v1/setting/${key}`;
  const versionOf = async () => {
    const { json } = await office.admin.get('/api/v1/setting');
    return json.results.find((row: { key: string }) => row.key === key).version;
  };
  const loaded = await versionOf();
  expect((await office.admin.put(setting, { value: false, version: loaded })).status).toBe(200);
  expect((await office.admin.put(setting, { value: true, version: loaded })).status).toBe(409);
  expect((await office.admin.put(setting, { value: true, version: await versionOf() })).status).toBe(200);
  const step = (version: number) =>
    office.admin.put(changes['/api/v1/import/{import_idx}/step']?.url ?? '', { step: 'audio', version });
  const { version } = (await step(0)).json.error.details;
  const moved = await step(version);
  expect(moved.json.results).toMatchObject({ step: 'audio', version: expect.any(Number) });
  expect((await step(version)).status).toBe(409);
});
