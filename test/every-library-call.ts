import { bookRow } from '#features/book/book.factory.ts';
import { jpeg } from '#features/image/image.fixture.ts';
import { sentenceCsv } from '#features/import/import.fixture.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { type Caller, file } from './call-by-key.ts';

const version = 1;

export async function useLists(call: Caller): Promise<void> {
  await call('GET /healthz');
  await call('GET /readyz');
  await call('POST /api/v1/sample');
  await call('DELETE /api/v1/sample');
  await call('GET /api/v1/search', { query: { text: 'lantern' } });
  await call('POST /api/v1/search', { body: { text: 'lantern' } });
  await call('GET /api/v1/reference/{of}/{id}', { path: ['series', 1] });
  const { json: view } = await call('POST /api/v1/view', { body: { list: '/book', name: 'Drafts', query: {} } });
  const viewPath = [view.results.view_idx];
  await call('GET /api/v1/view/{view_idx}/reader', { path: viewPath });
  await call('POST /api/v1/view/{view_idx}/reader', { path: viewPath, body: { staff_id: 'ada' } });
  await call('POST /api/v1/view/{view_idx}/look', { path: viewPath, body: { count: 3 } });
  await call('DELETE /api/v1/view/{view_idx}/reader', { path: viewPath, query: { staff_id: 'ada' } });
  await call('DELETE /api/v1/view/{view_idx}', { path: viewPath });
  const row = { kind: 'import.tasks_waiting', things: { 1: 1 } };
  await call('POST /api/v1/task/snooze', { body: { ...row, until: '2030-01-01' } });
  await call('DELETE /api/v1/task/snooze', { query: { kind: row.kind } });
  await call('POST /api/v1/task/take', { body: row });
  await call('DELETE /api/v1/task/take', { query: { kind: row.kind } });
  await call('GET /api/v1/setting');
  await call('PUT /api/v1/setting/{key}', { path: ['book.import_maintenance'], body: { value: false } });
  const titled = { age_group: ['grp_idx', '/agegroup'], category: ['cat_idx', '/category'] } as const;
  for (const [name, [id, page]] of Object.entries(titled)) {
    const { json } = await call(`POST /api/v1/${name}`, { body: { title: 'Oddities' } });
    const path: number[] = Object.values(json.results);
    await call(`GET /api/v1/${name}`);
    for (const as of ['csv', 'xlsx']) await call(`GET ${page}/export`, { query: { as } });
    await call(`PUT /api/v1/${name}/{${id}}`, { path, body: { title: 'Rarities', version } });
    await call(`DELETE /api/v1/${name}/{${id}}`, { path });
  }
  const { ser_idx } = (await call('POST /api/v1/series', { form: { title: 'Odd tales' } })).json.results;
  const series: { ser_idx: number }[] = (await call('GET /api/v1/series')).json.results;
  const { lev_idx } = (await call('POST /api/v1/level', { body: { ser_idx, title: 'One' } })).json.results;
  await call('GET /api/v1/level', { query: { ser_idx } });
  const { base } = (await call('GET /api/v1/series/{ser_idx}/level', { path: [ser_idx] })).json.results;
  await call('PUT /api/v2/level/{ser_idx}', { path: [ser_idx], body: { sequence: [lev_idx], base } });
  await call('PUT /api/v1/level/{lev_idx}', { path: [lev_idx], body: { title: 'First', version } });
  await call('PUT /api/v1/series/difficulty', { body: series.map((one) => one.ser_idx).toReversed() });
  await call('PUT /api/v1/series/{ser_idx}', { path: [ser_idx], body: { title: 'Rare tales', version } });
  await call('DELETE /api/v1/level/{lev_idx}', { path: [lev_idx] });
  await call('DELETE /api/v1/series/{ser_idx}', { path: [ser_idx] });
}

export async function useLive(call: Caller): Promise<void> {
  await call('GET /api/v1/live', { query: { kinds: 'book,series', after: '00000000-1' } });
  const record = { kind: 'book', id: 'B1' };
  const form = '0b8f6f0e-5d0a-4c1e-9b0a-3f6f2f0c7a11';
  await call('POST /api/v1/editing', { body: { ...record, form } });
  await call('GET /api/v1/editing', { query: record });
  await call('DELETE /api/v1/editing', { query: { ...record, form } });
}

export async function useBooks(call: Caller): Promise<void> {
  await call('POST /api/v1/book', {
    body: { books: [1, 2, 3].map((n) => bookRow(700 + n, { bid: `B${n}` })), create_missing: true },
  });
  await call('POST /api/v1/book', { body: { books: [{ bid: 'B1' }] } });
  await call('PUT /api/v1/book/import', { body: { books: [{ bid: 'B1', author: 'Ann' }] } });
  const { act_idx } = (await call('PUT /api/v1/book', { body: { bids: ['B1'] } })).json.results;
  await call('GET /api/v1/act/{act_idx}', { path: [act_idx], query: { ids: 'B1' } });
  await call('GET /api/v1/deletion', { query: { href: '/book/B1' } });
  await call('POST /api/v1/act/{act_idx}/undo', { path: [act_idx] });
  await call('PUT /api/v1/book', { body: { selection: { filter: {}, except: ['B1'] }, dry_run: true } });
  await call('PUT /api/v1/book/change', { body: { selection: { ids: ['B1'] }, change: { language: 'English' } } });
  await call('DELETE /api/v1/book', { body: { selection: { filter: {}, except: ['B1'] }, dry_run: true } });
  await call('GET /api/v1/work/{work_idx}', { path: [1] });
  await call('DELETE /api/v1/work/{work_idx}', { path: [1] });
  const [{ ser_idx, lev_idx, bidx }] = (await call('GET /api/v1/book', { query: { bid: 'B1' } })).json.results;
  const rest = { ser_idx, lev_idx, isbn_print: '9780306406157', isbn_spindle: '9791090636071' };
  await call('POST /api/v1/book/{bid}', { path: ['B9'], body: { title: 'Nine', ...rest } });
  await call('PUT /api/v1/book/{bid}', { path: ['B9'], body: { title: 'Ninth', version } });
  const { lines } = (await call('GET /api/v1/audit/of/{entity}/{id}', { path: ['book', 'B9'] })).json.results;
  const restored = { audit_idx: lines[0].audit_idx, newest: lines[0].audit_idx };
  await call('PUT /api/v1/audit/of/{entity}/{id}/restore', { path: ['book', 'B9'], body: restored });
  await call('POST /book/delete/{bid}', { path: ['B9'] });
  await call('GET /api/v1/book/choice', { query: { of: 'series' } });
  await call('GET /api/v1/book/choice/count', { query: { format: 'EPUB' } });
  await call('GET /book/export', { query: { as: 'csv' } });
  await call('GET /book/export', { query: { as: 'xlsx' } });
  await call('GET /api/v1/audit/act/{act_idx}', { path: [act_idx] });
  await call('GET /api/v1/audit/export', { query: { entity: 'book' } });
  await call('GET /api/v1/audit/export', { query: { entity: 'book', as: 'xlsx' } });
  const sheet = sentenceCsv([Object.values(unitRow(1)).map(String)], Object.keys(unitRow(1)));
  await call('GET /api/v5/book/unit/template', { query: { as: 'csv' } });
  await call('POST /api/v5/book/unit/sheet', { form: { file: file(sheet, 'units.csv') } });
  await call('POST /api/v5/book/unit', { body: { bid: 'B1', bidx, unitInfo: [unitRow(1)], version: 0 } });
  await call('GET /api/v5/book/unit', { query: { bid: 'B1' } });
  await call('DELETE /api/v5/book/unit/{bid}', { path: ['B1'] });
}

export async function useRoadmaps(call: Caller): Promise<void> {
  const { age_group: target_group } = (await call('POST /api/v1/age_group', { body: { title: 'Readers' } })).json
    .results;
  await call('PUT /api/v1/roadmap', { body: { target_group, target_row: 0, bids: ['B1', 'B2'] } });
  await call('POST /api/v1/roadmap/new_words', { body: { rows: [['B1'], ['B2']] } });
  await call('PUT /api/v1/roadmap', { body: { target_group, rows: [['B2'], ['B1']], version } });
  await call('GET /api/v1/roadmap', { query: { target_group } });
  await call('GET /api/v1/roadmap/waiting', { query: { target_group, search: 'book', own: 'true', page: 1 } });
  await call('GET /api/v1/roadmap/book', { query: { bids: 'B1,B2' } });
  await call('PUT /api/v1/roadmap', { body: { target_group, target_row: -1, bids: ['B1', 'B2'] } });
  await call('POST /api/v1/roadmap', { body: { title: 'Late readers', rows: [] } });
}

export async function useGuides(call: Caller): Promise<void> {
  const key = 'POST /api/v1/extra/series_guide';
  const fields = { gui_id: 'path', title: 'Rhymes', legend: 'Songs', start: '2', length: '3' };
  const cover = file(await jpeg(4, { width: 60, height: 80 }), 'rhymes.jpg');
  const { item } = (await call(key, { form: { ...fields, cover } })).json.results;
  const { itm_idx } = item;
  await call(key, { form: { _method: 'PUT', itm_idx: String(itm_idx), title: 'Songs', cover } });
  await call(key, { body: { _method: 'PUT', itm_idx, title: 'Rhymes and songs', version: 2 } });
  await call('POST /api/v1/extra/guide/{gui_id}/cover', { path: ['path'], form: { cover } });
  await call('GET /api/v1/extra/series_guide', { query: { gui_id: 'path' } });
  await call('GET /api/v1/extra/series_guide/all');
  const range = { gui_id: 'path', itm_idx, start: 3, length: 4, version: 3 };
  await call('PUT /api/v1/extra/series_guide', { body: range });
  await call('PUT /api/v1/extra/series_guide', { body: { items: [itm_idx] } });
  await call('DELETE /api/v1/extra/series_guide/{itm_idx}', { path: [itm_idx] });
}
