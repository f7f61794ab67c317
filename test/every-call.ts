import { TOTP } from 'otpauth';
import { bookRow } from '#features/book/book.factory.ts';
import { bookFields } from '#features/book/book-fields.public.ts';
import { jpeg } from '#features/image/image.fixture.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { sentenceCsv } from '#features/import/import.fixture.ts';
import { fullProduct, message } from '#features/onix/onix.fixture.ts';
import { Authenticator } from '#features/staff/passkey/authenticator.fixture.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { type Caller, file, type Given } from './call-by-key.ts';
import { testClock } from './clock.ts';
import { useApprovals } from './every-approval-call.ts';
import { useAssistant } from './every-assistant-call.ts';
import { useBookParts } from './every-book-call.ts';
import { useFaults, useMails, useThreads } from './every-desk-call.ts';
import { useOrders } from './every-order-call.ts';
import { usePortal } from './every-portal-call.ts';
import { useReleases } from './every-release-call.ts';

const version = 1;

/** Makes every call once with valid input, in an order in which each finds the records it needs. */
export async function useEveryCall(call: Caller, waitForJob: () => Promise<void>): Promise<void> {
  await lists(call);
  await people(call);
  await live(call);
  await books(call);
  await customers(call);
  await roadmaps(call);
  await codes(call);
  await collections(call);
  await events(call);
  await batches(call);
  await guides(call);
  await webhooks(call);
  await useMails(call);
  await useThreads(call);
  await useAssistant(call);
  await useFaults(call);
  await useBookParts(call);
  await sheets(call, waitForJob);
  await files(call);
  await usePortal(call);
  await useOrders(call, until);
}

async function until(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function lists(call: Caller): Promise<void> {
  await call('GET /healthz');
  await call('GET /readyz');
  await call('POST /api/v1/sample');
  await call('DELETE /api/v1/sample');
  await call('GET /api/v1/search', { query: { text: 'lantern' } });
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

async function people(call: Caller): Promise<void> {
  const password = 'correct horse battery';
  const body = { staff_id: 'eve', name: 'Eve', is_admin: true, password };
  const { staff_idx } = (await call('POST /api/v1/staff', { body })).json.results;
  const path = [staff_idx];
  await call('GET /api/v1/staff');
  await call('POST /login', { body: { id: 'eve', password: 'wrong' } });
  await call('POST /login', { form: { id: 'eve', password: 'wrong' } });
  const signedIn = async (given: Given) => {
    const answer = await call('POST /login', given);
    return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
  };
  await signedIn({ form: { id: 'eve', password } });
  const eve = await signedIn({ body: { id: 'eve', password } });
  await useApprovals(call, eve);
  await call('POST /api/v1/view', { body: { list: '/book', name: 'New', query: {} }, headers: eve });
  const own = { current_password: password, password: `${password}!`, version };
  await call('PUT /api/v1/staff/me/password', { body: own, headers: eve });
  const proof = { current_password: `${password}!` };
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const codeOf = (later: number) => new TOTP({ secret }).generate({ timestamp: testClock().now().getTime() + later });
  const turnOn = { body: { ...proof, secret, otp: codeOf(0) }, headers: eve };
  await call('POST /api/v1/staff/me/second_factor', turnOn);
  await call('POST /login', { body: { id: 'eve', password: `${password}!` } });
  const renew = { body: { ...proof, otp: codeOf(30_000) }, headers: eve };
  const [recovery] = (await call('POST /api/v1/staff/me/recovery_codes', renew)).json.results.recovery_codes;
  await call('DELETE /api/v1/staff/me/second_factor', { body: { ...proof, otp: recovery }, headers: eve });
  await call('POST /api/v1/staff/me/second_factor', turnOn);
  await call('DELETE /api/v1/staff/{staff_idx}/second_factor', { path });
  const atLocalhost = { headers: { ...eve, host: 'localhost' } };
  const add = async (device: Authenticator) => {
    const { json } = await call('POST /api/v1/passkey/options', atLocalhost);
    return call('POST /api/v1/passkey', { ...atLocalhost, body: device.register(json.results) });
  };
  const device = new Authenticator();
  const passkey = (await add(device)).json.results;
  const toLogIn = (await call('POST /login/passkey/options', { headers: { host: 'localhost' } })).json.results;
  await call('POST /login/passkey', { body: device.answer(toLogIn), headers: { host: 'localhost' } });
  await call('GET /api/v1/passkey', { headers: eve });
  const renamed = { path: [passkey.key_idx], body: { name: 'Phone' }, headers: eve };
  await call('PUT /api/v1/passkey/{key_idx}', renamed);
  await call('DELETE /api/v1/passkey/{key_idx}', { path: [passkey.key_idx], headers: eve });
  await add(new Authenticator());
  await call('DELETE /api/v1/staff/{staff_idx}/passkey', { path });
  await call('POST /api/v1/staff/me/single_sign_on', { body: proof, headers: eve });
  await call('DELETE /api/v1/staff/{staff_idx}/single_sign_on', { path });
  const [session] = (await call('GET /api/v1/staff/{staff_idx}/sessions', { path })).json.results;
  await call('DELETE /api/v1/staff/{staff_idx}/sessions/{session_id}', { path: [staff_idx, session.session_id] });
  await call('DELETE /api/v1/staff/{staff_idx}/sessions', { path });
  await call('PUT /api/v1/staff/{staff_idx}', { path, body: { name: 'Eva', version } });
  await call('PUT /api/v1/staff/{staff_idx}/password', { path, body: {} });
  await call('PUT /api/v1/staff/{staff_idx}', { path, body: { disabled: true } });
  await call('GET /api/v1/staff/{staff_idx}/belongings', { path });
  const [ada] = (await call('GET /api/v1/staff')).json.results;
  await call('POST /api/v1/staff/{staff_idx}/handover', { path, body: { to: ada.staff_idx, what: 'all' } });
  await call('POST /logout', { headers: { cookie: '', accept: 'application/json' } });
  await call('POST /logout', { headers: { cookie: '' } });
  await call('GET /api/v1/spreadsheet/account');
  const { key_idx, key } = (await call('POST /api/v1/api_key', { body: { name: 'Portal', scope: 'read' } })).json
    .results;
  // A stream ends when its key is revoked; one that is opened later is refused.
  const stream = call('GET /portal/v1/changes', {
    query: { from: 'now' },
    headers: { authorization: `Bearer ${key}` },
  });
  await until(async () => (await call('GET /api/v1/api_key')).json.results[0].last_used_at > 0);
  await call('DELETE /api/v1/api_key/{key_idx}', { path: [key_idx] });
  const program = (await call('POST /api/v1/api_key', { body: { name: 'Night', scope: 'staff' } })).json.results;
  await call('GET /api/v1/api_key/own', { headers: { authorization: `Bearer ${program.key}` } });
  await stream;
}

async function webhooks(call: Caller): Promise<void> {
  // Nothing listens there, and nothing waits for a response.
  const body = { name: 'Portal', url: 'http://127.0.0.1:9/hook', kinds: ['book'], active: false };
  const { wh_idx } = (await call('POST /api/v1/webhook', { body })).json.results;
  const path = [wh_idx];
  await call('GET /api/v1/webhook');
  await call('GET /api/v1/webhook/{wh_idx}', { path });
  await call('POST /api/v1/webhook/{wh_idx}/test', { path });
  await call('GET /api/v1/webhook/{wh_idx}/delivery', { path, query: { state: 'failed' } });
  await call('PUT /api/v1/webhook/{wh_idx}', { path, body: { active: true, version } });
  await call('POST /api/v1/webhook/{wh_idx}/replay', { path, body: { since: 0 } });
  await call('POST /api/v1/webhook/{wh_idx}/secret', { path });
  await call('DELETE /api/v1/webhook/{wh_idx}', { path });
}

async function books(call: Caller): Promise<void> {
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

async function collections(call: Caller): Promise<void> {
  const { bidx, ser_idx } = (await call('GET /api/v1/book', { query: { bid: 'B1' } })).json.results[0];
  const prices = [{ currency: 'USD', price: '9.90' }];
  const { cidx } = (await call('POST /api/v1/collection', { body: { cid: 'C1', title: 'First', prices } })).json
    .results;
  const path = ['C1'];
  const reason = 'for the tour';
  await call('GET /api/v1/collection', { query: { search: 'first', excluded_default: 'true' } });
  await call('GET /api/v1/collection/all');
  for (const as of ['csv', 'xlsx']) await call('GET /collection/export', { query: { as } });
  await call('GET /api/v5/collection/{cid}', { path, query: { language: 'en' } });
  await call('PUT /api/v5/collection/{cid}', { path, body: { is_public: 'O', version } });
  await call('PUT /api/v5/collection/{cid}/localize/{locale}', { path: ['C1', 'ko'], body: { title: '처음' } });
  await call('PUT /api/v5/collection/{cid}/texts', { path: ['C1'], body: { texts: { es: { title: 'Uno' } } } });
  await call('GET /api/v5/collection/{cid}/localize/{locale}/text', { path: ['C1', 'ko'], query: { field: 'title' } });
  await call('PUT /api/v5/collection/{cid}/localize/{locale}/review', { path: ['C1', 'ko'], body: {} });
  for (const as of ['csv', 'xlsx']) await call('GET /collection/matrix/export', { query: { as } });
  await call('GET /api/v1/texts', { query: { to: 'tr,jp', as: 'xlsx' } });
  await call('GET /api/v1/texts', { query: { to: 'tr', as: 'xliff12' } });
  const leaving = (await call('GET /api/v1/texts', { query: { to: 'tr', as: 'xliff' } })).body;
  const translated = file(leaving.replace('</source>', '</source><target>Bir</target>'), 'texts.xlf');
  const texts = [(await call('POST /api/v1/texts/import', { form: { file: translated } })).json.results.timp_idx];
  await call('GET /api/v1/texts/import/{timp_idx}', { path: texts });
  await call('POST /api/v1/texts/import/{timp_idx}/apply', { path: texts, body: { conflicts: 'replace' } });
  await call('PUT /api/v1/collection/{cid}', { path, body: { content_type: 'book', content_idx: bidx } });
  const add = [{ content_type: 'series', content_idx: ser_idx }];
  await call('PUT /api/v5/collection/{cid}/contents', { path, body: { add, reason } });
  await call('GET /api/v5/collection/{cid}/contents', { path });
  await call('GET /api/v5/collection/{cid}/contents/state', { path });
  await call('GET /api/v5/collection/{cid}/contents/line', { path, query: { type: 'book' } });
  await call('GET /api/v5/collection/{cid}/contents/candidate', { path, query: { search: 'b' } });
  await call('GET /api/v5/collection/{cid}/contents/contained', { path, query: { type: 'book', ids: 'B1 B2' } });
  for (const [type, id] of [['book', bidx] as const, ['series', ser_idx] as const])
    await call('PUT /api/v1/collection/{cid}/content/{type}/{id}', { path: ['C1', type, id], body: { reason } });
  await call('PUT /api/v5/collection/lock', { body: { cidx, lock: true } });
  const [{ ver_idx }] = (await call('GET /api/v5/collection/{cid}/version', { path })).json.results;
  const at = ['C1', ver_idx];
  await call('GET /api/v5/collection/{cid}/version/{ver_idx}', { path: at });
  await call('PUT /api/v1/collection/memo/{ver_idx}', { path: [ver_idx], body: { memo: 'Tour' } });
  await call('POST /api/v5/collection/{cid}/version/{ver_idx}/restore', { path: at, body: { dry_run: true } });
  await call('PUT /api/v1/collection/advertisement', { body: { cidx, adsOn: true } });
  await call('PUT /api/v1/collection/advertisement/order', { body: { sequence: [cidx] } });
  const image = file(await jpeg(3, { width: 60, height: 80 }), 'c.jpg');
  const uploads = { path: ['C1', 'cover'], form: { collection_image: image } };
  await call('POST /api/v1/collection/{cid}/image/{kind}', uploads);
  await reservations(call, image);
  await useReleases(call);
  await call('DELETE /api/v5/collection/{cid}', { path, body: { cidx } });
}

async function events(call: Caller): Promise<void> {
  await call('POST /api/v1/collection', { body: { cid: 'C2', title: 'Tales' } });
  const from = Math.floor(Date.parse('2026-01-01') / 1000);
  const times = { from, until: from + 366 * 86_400 };
  const body = { name: 'Fair', cid: 'C2', code: 'FAIRFAIR2026', ...times, length: 30, participant_limit: 10 };
  const { event_idx } = (await call('POST /api/v1/event', { body })).json.results;
  const path = [event_idx];
  await call('GET /api/v1/event', { query: { status: 'in_progress' } });
  await call('GET /api/v1/event/{event_idx}', { path });
  await call('PUT /api/v1/event/{event_idx}', { path, body: { name: 'Book fair', version } });
  const paused = { path, body: { paused: true } };
  await call('PUT /api/v1/event/{event_idx}/pause', paused);
  await call('PUT /api/v1/event/{event_idx}/pause', { path, body: { paused: false } });
  await call('GET /event/export', { query: { as: 'csv' } });
  await call('GET /event/export', { query: { as: 'xlsx' } });
  const unused = { ...body, code: 'FAIRFAIR2027', forced_expire: true };
  const other = (await call('POST /api/v1/event', { body: unused })).json.results.event_idx;
  await call('DELETE /api/v1/event/{event_idx}', { path: [other] });
  await call('GET /api/v1/code/redeem', { query: { code: 'fair-fair-2026' } });
  const headers = { 'idempotency-key': 'a-key-of-mia' };
  await call('POST /api/v1/code/redeem', { body: { code: 'FAIRFAIR2026', learner_id: 'mia' }, headers });
  const { key } = (await call('POST /api/v1/api_key', { body: { name: 'Portal', scope: 'redeem' } })).json.results;
  const program = { authorization: `Bearer ${key}` };
  const noa = { body: { code: 'FAIRFAIR2026', learner_id: 'noa' }, headers: program };
  const { reg_idx } = (await call('POST /portal/v1/redeem', noa)).json.results;
  await call('DELETE /api/v1/event/{event_idx}/participant/{reg_idx}', { path: [event_idx, reg_idx] });
  await call('GET /api/v1/learner/{ref}', { path: ['mia'] });
  await call('GET /api/v1/learner/{ref}/tries', { path: ['mia'] });
  const { reg_idx: joined } = (
    await call('POST /portal/v1/redeem', { ...noa, body: { ...noa.body, learner_id: 'eli' } })
  ).json.results;
  const own = { path: ['eli'], body: { registrations: [joined] } };
  await call('POST /api/v1/learner/{ref}/extend', { ...own, body: { ...own.body, days: 30, memo: 'Was ill' } });
  await call('POST /api/v1/learner/{ref}/cancel', own);
  await call('POST /api/v1/learner/{ref}/restore', own);
  await call('POST /api/v1/learner/{ref}/again', { path: ['eli'], body: { reg_idx: joined, dry_run: true } });
  await call('POST /api/v1/learner/{ref}/move', { path: ['eli'], body: { registrations: [joined], to: 'ola' } });
  await call('POST /api/v1/learner/{ref}/merge', { path: ['ola'], body: { into: 'mia', memo: 'One child' } });
  await call('GET /api/v1/learner/{ref}/export', { path: ['mia'] });
  await call('POST /portal/v1/redeem', { ...noa, body: { ...noa.body, learner_id: 'uma' } });
  await call('POST /api/v1/learner/{ref}/erase', { path: ['uma'], body: { phrase: 'I understand' } });
  await call('POST /api/v1/registration/address', { body: { learner_id: 'mia' } });
  await call('GET /registration/export', { query: { as: 'csv', learner_id: 'mia' } });
  await call('GET /registration/export', { query: { as: 'xlsx' } });
}

async function live(call: Caller): Promise<void> {
  await call('GET /api/v1/live', { query: { kinds: 'book,series', after: '00000000-1' } });
  const record = { kind: 'book', id: 'B1' };
  const form = '0b8f6f0e-5d0a-4c1e-9b0a-3f6f2f0c7a11';
  await call('POST /api/v1/editing', { body: { ...record, form } });
  await call('GET /api/v1/editing', { query: record });
  await call('DELETE /api/v1/editing', { query: { ...record, form } });
}

async function customers(call: Caller): Promise<void> {
  const form = { cust_id: 'ACME-01', name: 'Acme Books', memo: 'Schools' };
  const { cust_idx } = (await call('POST /api/v1/customer', { form })).json.results;
  const path = [cust_idx];
  await call('GET /api/v1/customer', { query: { search: 'acme', excluded_default: 'true' } });
  await call('GET /api/v1/customer/all', { query: { include_default: 'true' } });
  await call('GET /api/v1/customer/{cust_idx}', { path });
  await call('PUT /api/v1/customer/{cust_idx}', { path, body: { name: 'Bright Books', version } });
  await call('GET /customer/export', { query: { as: 'csv' } });
  await call('GET /customer/export', { query: { as: 'xlsx' } });
  await call('DELETE /api/v1/customer/{cust_idx}', { path });
}

async function roadmaps(call: Caller): Promise<void> {
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

async function batches(call: Caller): Promise<void> {
  const customer = { cust_id: 'CODES-01', name: 'Bright Books' };
  const { cust_idx } = (await call('POST /api/v1/customer', { body: customer })).json.results;
  const { cidx } = (await call('POST /api/v1/collection', { body: { cid: 'CODES', title: 'One' } })).json.results;
  const headers = { 'idempotency-key': 'every-call-batch' };
  const terms = { cust_idx, cidx, title: 'Autumn', count: 3, price: '9.90', currency: 'USD', length: 30, memo: 'May' };
  const body = { ...terms, valid_from: '2026-01-01', valid_until: 1_900_000_000 };
  const { cg_idx } = (await call('POST /api/v1/code/batch', { headers, body })).json.results;
  const path = [cg_idx];
  await call('GET /api/v1/code/batch', { query: { search: 'autumn', cust_idx, cidx } });
  await call('GET /api/v1/code/batch/terms', { query: { cidx, cust_idx } });
  await call('GET /api/v1/customer/{cust_idx}/statement', { path: [cust_idx] });
  const batch = async () => (await call('GET /api/v1/code/batch/{cg_idx}', { path })).json.results;
  await until(async () => (await batch()).status !== 'issuing');
  await call('PUT /api/v1/code/batch/{cg_idx}', { path, body: { count: 2, price: '9', memo: 'June', dry_run: true } });
  await call('PUT /api/v1/code/batch/{cg_idx}', { path, body: { title: 'Half', count: 2, price: '9' } });
  await call('GET /api/v5/code/history/{codeGroup}', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/changes', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/lot', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/history', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/delivery', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/withdrawal', { path, query: { count: '1' } });
  const leaked = { lot: 1, since: 1, memo: 'On the web', dry_run: false };
  await call('POST /api/v1/code/batch/{cg_idx}/leak', { path, body: leaked });
  const page = { expires_at: 1_900_000_000, lang: 'ko' };
  const { link_idx } = (await call('POST /api/v1/code/batch/{cg_idx}/link', { path, body: page })).json.results;
  await call('GET /api/v1/code/batch/{cg_idx}/link', { path });
  await call('DELETE /api/v1/code/link/{link_idx}', { path: [link_idx] });
  const subscribed = (await call('POST /api/v1/calendar_link')).json.results;
  await call('GET /api/v1/calendar_link');
  await call('GET /api/v1/calendar', { query: { since: '2026-11-01', until: '2026-11-30' } });
  await call('DELETE /api/v1/calendar_link/{link_idx}', { path: [subscribed.link_idx] });
  const unused = { as: 'json', cg_idx, status: 'issued' };
  const [{ code }] = (await call('GET /api/v1/code', { query: unused })).json.results.rows;
  await call('GET /api/v1/card', { query: { text: code } });
  await call('POST /api/v1/code/{code}/replace', { path: [code], body: { memo: 'Lost' } });
  await call('GET /api/v1/customer/{cust_idx}/codes/{codeGroup}', { path: [cust_idx, cg_idx] });
  await call('POST /api/v1/code/batch/{cg_idx}/cancel', { path });
  await call('POST /api/v1/code/batch/{cg_idx}/issue', { path });
  await call('DELETE /api/v1/code/batch/{cg_idx}', { path });
}

async function codes(call: Caller): Promise<void> {
  const { cust_idx } = (await call('POST /api/v1/customer', { body: { cust_id: 'CODES', name: 'Terms' } })).json
    .results;
  await call('GET /api/v5/code/history', { query: { year: 2026, month: 3, custIdx: cust_idx } });
  await call('GET /api/v1/report/platform', { query: { since: '2026-02-01', until: '2026-03-02' } });
  await call('GET /report/platform/export', { query: { by: 'series' } });
  for (const kind of ['collection', 'book']) {
    await call(`GET /api/v1/report/registered-${kind}`, { query: { since: '2026-01-01', sort: 'last.desc' } });
    for (const as of ['csv', 'xlsx']) await call(`GET /report/registered-${kind}/export`, { query: { as } });
  }
  await call('GET /api/v1/report/all-books', { query: { status: 'published', sort: 'title' } });
  for (const as of ['csv', 'xlsx']) await call('GET /report/all-books/export', { query: { as } });
  await call('GET /api/v1/report/all-coupons', { query: { kind: 'event', status: 'active' } });
  for (const as of ['csv', 'xlsx']) await call('GET /report/all-coupons/export', { query: { as } });
  await call('GET /code/report/export', { query: { cust_idx } });
  await call('GET /code/purchase/export', { query: { as: 'xlsx' } });
  await call('GET /api/v1/customer/{cust_idx}/codes', { path: [cust_idx], query: { month: '2026-03' } });
  for (const as of ['csv', 'xlsx', 'json'])
    await call('GET /api/v1/code', { query: { as, cust_idx, status: 'valid' } });
  const unknown = ['ABCDEFGHJKMN'];
  await call('GET /api/v1/code/{code}', { path: unknown });
  await call('POST /customer/code/update/length', { body: { codes: unknown, length: 30, dry_run: true } });
  await call('POST /customer/code/update/valid_until', { body: { filter: { cust_idx }, valid_until: '2027-12-31' } });
  await call('POST /customer/code/update/expired_date', { form: { codes: unknown.join(' '), expired_date: '0' } });
  await call('POST /customer/code/update/is_canceled', { body: { codes: unknown, is_canceled: 1, memo: 'Lost' } });
  await call('POST /api/v1/code/act/{act_idx}/undo', { path: [1] });
}

async function guides(call: Caller): Promise<void> {
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

/** Changes of the collection C1, all cancelled at the end. */
async function reservations(call: Caller, image: Blob): Promise<void> {
  const when = { cid: 'C1', apply_at: '2030-01-01T00:00:00+09:00' };
  const { json } = await call('POST /api/v1/reservation', {
    body: { ...when, target: 'price', value: [{ currency: 'KRW', price: '1' }] },
  });
  const path = [json.results.res_idx];
  const pictured = await call('POST /api/v1/reservation', { form: { ...when, target: 'cover_img', image } });
  const other = [pictured.json.results.res_idx];
  await call('POST /api/v1/reservation/{res_idx}/image', { path: other, form: { image } });
  await call('GET /api/v1/reservation');
  await call('GET /api/v1/reservation/current', { query: { cid: 'C1' } });
  await call('GET /api/v1/reservation/{res_idx}', { path });
  await call('PUT /api/v1/reservation/{res_idx}', { path, body: { zone: 'UTC', version } });
  for (const as of ['csv', 'xlsx']) await call('GET /reservation/export', { query: { as } });
  await call('DELETE /api/v1/reservation/{res_idx}', { path });
  await call('DELETE /api/v1/reservation', { body: { selection: { ids: other.map(String) } } });
}

async function sheets(call: Caller, waitForJob: () => Promise<void>): Promise<void> {
  const csv = file(importCsv([importRow(501), importRow(502, { bid: '' })]), 'books.csv');
  const { import_idx } = (await call('POST /api/v1/import', { form: { file: csv } })).json.results;
  const path = [import_idx];
  const inside = '/api/v1/import/{import_idx}';
  await call('GET /api/v1/import/progress/{key}', { path: ['12345678'] });
  await call('GET /api/v1/import/template', { query: { sheet: 'isbn', as: 'csv' } });
  await call(`GET ${inside}/rejected`, { path, query: { as: 'csv' } });
  await call(`GET ${inside}/row`, { path, query: { filter: 'all' } });
  await call(`GET ${inside}/row/{row_no}`, { path: [...path, 2] });
  await call(`PUT ${inside}/row/{row_no}`, { path: [...path, 2], body: { cells: { author: 'Ann' } } });
  await call(`PUT ${inside}/drop`, { path, body: { rows: 'rejected', dropped: true } });
  await call(`PUT ${inside}/fill`, { path, body: {} });
  await call(`PUT ${inside}/unalter`, { path, body: {} });
  await call(`GET ${inside}/title`, { path });
  const merges = [{ kind: 'series', from: ['Lanterns'], to: 'LANTERNS' }];
  await call(`PUT ${inside}/title`, { path, body: { merges } });
  await call(`PUT ${inside}`, { path, body: { update: true, create_missing: true } });
  await call(`GET ${inside}/file`, { path });
  await call(`POST ${inside}/cancel`, { path });
  await call(`POST ${inside}/apply`, { path });
  await waitForJob();
  await call(`GET ${inside}`, { path });
  await call(`GET ${inside}/new`, { path });
  await call(`POST ${inside}/undo`, { path });
  const xml = file(message(fullProduct), 'message.xml');
  const onix = (await call('POST /api/v1/import', { form: { file: xml } })).json.results;
  await call(`GET ${inside}/onix`, { path: [onix.import_idx], query: { list: 'covers', as: 'csv' } });
  await call('GET /api/v1/book/onix', { query: { sort: 'bid' } });
  const unused = (await call('POST /api/v1/import', { form: { file: csv } })).json.results;
  await call(`GET ${inside}/column`, { path: [unused.import_idx] });
  const fields = bookFields.map(({ name }) => name);
  await call(`PUT ${inside}/column`, { path: [unused.import_idx], body: { heading_row: 1, fields } });
  await call(`DELETE ${inside}`, { path: [unused.import_idx] });
  await call('POST /api/v1/import/link', { body: { link: 'https://example.org' } });
}

async function files(call: Caller): Promise<void> {
  const { import_idx } = (await call('POST /api/v1/import/book', { body: { bids: ['B1', 'B2'] } })).json.results;
  const path = [import_idx];
  const inside = '/api/v1/import/{import_idx}';
  await call(`GET ${inside}/book`, { path });
  await call(`PUT ${inside}/step`, { path, body: { step: 'sentences' } });
  const csv = sentenceCsv([
    ['B1', 'star', 'A star shines.', 'Y'],
    ['B1', 'star', '', 'Y'],
  ]);
  const foreign = sentenceCsv([['star', 'A star shines.', 'B1', 'Y']], ['Vocabulary', 'Example', 'Book ID', 'Target']);
  await call(`POST ${inside}/sentence`, { path, form: { file: file(foreign, 'foreign.csv') } });
  await call(`GET ${inside}/sentence/column`, { path });
  const fields = ['word', 'sentence', 'bid', 'mdr_targeted'];
  await call(`PUT ${inside}/sentence/column`, { path, body: { heading_row: 1, fields } });
  await call(`POST ${inside}/sentence`, { path, form: { file: file(csv, 'words.csv') } });
  await call(`GET ${inside}/sentence`, { path });
  await call(`GET ${inside}/sentence/rejected`, { path, query: { as: 'csv' } });
  await call(`PUT ${inside}/sentence/{row_no}`, { path: [...path, 2], body: { cells: { word: 'Star' } } });
  await call(`PUT ${inside}/sentence/drop`, { path, body: { rows: 'rejected', dropped: true } });
  await call(`PUT ${inside}/sentence/fill`, { path, body: {} });
  await call(`POST ${inside}/sentence/apply`, { path });
  await call(`DELETE ${inside}/sentence`, { path });
  await call(`POST ${inside}/sentence/link`, { path, body: { link: 'https://example.org' } });
  const given = { name: 'B1_star.mp3', size: silentMp3().length, modified: 1 };
  await call(`POST ${inside}/upload`, { path, body: { step: 'audio', files: [given] } });
  await call(`PUT ${inside}/upload`, { path, body: { step: 'audio', bids: ['B1'] } });
  await call(`GET ${inside}/upload`, { path, query: { step: 'audio' } });
  await call(`DELETE ${inside}/upload`, { path, body: { step: 'audio' } });
  await call('DELETE /api/v1/spreadsheet/account');
}
