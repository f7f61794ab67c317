import { type Kysely, sql } from 'kysely';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { versionChecks } from '#kernel/records/version-checks.ts';
import { features } from '#src/features.ts';
import { schemaChecks } from '#src/verify/schema-checks.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { everyRow } from './erasure.fixture.ts';

const token = 'metrics-token-of-tests';
let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true, environment: { METRICS_TOKEN: token } });
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  for (const table of [
    'learner',
    'saved_view',
    'approval',
    'mail',
    'mailing',
    'fault_dismissed',
    'bulk_work',
    'act_record',
  ] as const)
    await office.db.deleteFrom(table).execute();
});

const phrase = 'I understand';
const encoded = encodeURIComponent;
const learner = async (id: string) => must(await office.admin.get(`/api/v1/learner/${encoded(id)}`));
const erase = (id: string, over: object = {}) =>
  office.admin.post(`/api/v1/learner/${encoded(id)}/erase`, { phrase, ...over });
const move = (id: string, registrations: number[], to: string, over: object = {}) =>
  office.admin.post(`/api/v1/learner/${encoded(id)}/move`, { registrations, to, ...over });
const merge = (id: string, into: string) => office.admin.post(`/api/v1/learner/${encoded(id)}/merge`, { into });
const undo = (act: number) => office.admin.post(`/api/v1/act/${act}/undo`);
const redeem = async (code: string, id: string, headers = {}) =>
  must(await desk.redeem(code, id, { headers })).reg_idx as number;
/** In which tables of the whole database a text stands, and how many rows of each. */
const found = (text: string) => everyRow(office.db, text);
/** What a check of all data would find wrong. */
const wrong = async () => {
  const checks = [
    ...(await schemaChecks(office.db as Kysely<unknown>)),
    ...versionChecks,
    ...features.flatMap((one) => one.checks ?? []),
  ];
  const rows = [];
  for (const { differing } of checks) rows.push(...(await differing.execute(office.db)).rows);
  return rows;
};

/** Stores an ID wherever it can be; answers what reports and statements are about. */
async function everywhere(id: string) {
  const [one = '', two = '', three = ''] = await desk.issueCodes(3, { length: 90 });
  await desk.addCollection('fair');
  const event = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026' });
  const first = await redeem(one, id, { 'idempotency-key': 'first' });
  expect((await desk.redeem(one, id)).status).toBe(409);
  await redeem(two, 'noa');
  // Moved there and back, merged, taken out of an event and joined again.
  const away = must(await move(id, [first], 'noa'));
  must(await undo(away.act_idx));
  await redeem(three, `${id}-b`);
  must(await merge(`${id}-b`, id));
  const joined = await redeem('FAIRFAIR2026', id);
  must(await office.admin.delete(`/api/v1/event/${event}/participant/${joined}`));
  await redeem('FAIRFAIR2026', id);
  const cg_idx = (await office.db.selectFrom('code_batch').select('cg_idx').executeTakeFirstOrThrow()).cg_idx;
  const { cust_idx } = await office.db.selectFrom('customer').select('cust_idx').executeTakeFirstOrThrow();
  const view = { list: '/registration', name: `Of ${id}`, query: { search_val: id } };
  must(await office.admin.post('/api/v1/view', view));
  const comment = { kind: 'customer', id: String(cust_idx), field: '', text: `Mail of (${id}), twice ${id}.` };
  must(await office.admin.post('/api/v1/thread', comment));
  const { ref } = await learner(id);
  const json = JSON.stringify({ learner_id: id, ref, url: `/api/v1/learner/${encoded(id)}/move`, of: [id] });
  const memo = `Asked by ${id}`;
  await sql`update customer set memo = ${memo} where cust_idx = ${cust_idx}`.execute(office.db);
  await sql`update code_batch set memo = ${memo}, title = ${memo} where cg_idx = ${cg_idx}`.execute(office.db);
  await sql`insert into code_act (act_idx, cg_idx, field, changed, memo, at)
    values (${away.act_idx}, ${cg_idx}, 'length', 1, ${memo}, now())`.execute(office.db);
  await sql`insert into code_delivery (cg_idx, at, "to", "as", codes)
    values (${cg_idx}, now(), ${id}, 'csv', 1)`.execute(office.db);
  await sql`insert into bulk_work (name, asked, status, asked_at) values ('x', ${json}::jsonb, 'done', now())`.execute(
    office.db,
  );
  await sql`insert into mail (kind, address, locale, subject, content, created_at)
    values ('x', 'a@b.example', 'en', ${memo}, ${json}::jsonb, now())`.execute(office.db);
  const wh = must(
    await office.admin.post('/api/v1/webhook', { name: 'Shop', url: 'https://shop.example/', kinds: ['book'] }),
  ).wh_idx;
  must(await office.admin.post('/api/v1/collection', { cid: `memo-${wh}`, title: 'Of a memo' }));
  await sql`update version set memo = ${memo} where ver_idx = (select max(ver_idx) from version)`.execute(office.db);
  await sql`insert into approval (kind, status, call, title, plan, digest, planners, created_at, created_by)
    values ('records_above', 'applied', ${json}::jsonb, ${id}, ${json}::jsonb, '', '{}', now(), 'ada')`.execute(
    office.db,
  );
  await sql`insert into webhook_delivery (wh_idx, msg_id, kind, payload, response, state, created_at)
    values (${wh}, 'm', 'book', ${json}, ${memo}, 'delivered', now())`.execute(office.db);
  await sql`insert into fault_dismissed (fault, record_id, reason, act_idx, at)
    values ('code_numeric', ${one}, ${memo}, ${away.act_idx}, now()) on conflict do nothing`.execute(office.db);
  await sql`insert into mailing (name, source, format, addresses, locale, rhythm, day, hour, next_at, created_at, updated_at, filter)
    values (${`Of ${id}`}, 'all_books', 'csv', 'a@b.example', 'en', 'week', 1, 1, now() + interval '1 year', now(), now(),
      ${`search=${encoded(id)}`})`.execute(office.db);
  const queue = await sql<{ name: string }>`select name from pgboss.queue limit 1`.execute(office.db);
  await sql`insert into pgboss.job (name, data, start_after)
    values (${queue.rows[0]?.name}, ${json}::jsonb, now() + interval '1 year')`.execute(office.db);
  return { cust_idx, event, ref };
}

const sheets = (of: { cust_idx: number; event: number }) => [
  '/api/v1/report/all-coupons',
  '/report/all-coupons/export?as=csv',
  '/api/v1/report/platform',
  '/api/v1/report/registered-collection',
  '/report/registered-collection/export?as=csv',
  '/registration/export?as=csv',
  `/api/v1/event/${of.event}`,
  `/api/v1/customer/${of.cust_idx}/statement?month=2026-03`,
  '/api/v1/code?status=quantity&as=csv',
];
const pages = ['/audit', '/', '/registration', '/code/redeem', '/report/all-coupons', '/customer'];
/** What calls answer, without what is new in each answer. */
const answers = async (paths: readonly string[]) => {
  const all = [];
  for (const path of paths) {
    const { status, body } = await office.admin.get(path);
    all.push({ path, status, body });
  }
  return all;
};

describe('A learner who is erased', () => {
  const id = 'kim-12@school.example';

  test('is nowhere in the database, in an export, on a page or in the metrics; all figures and all else stay', async () => {
    const of = await everywhere(id);
    const before = await found(id);
    const tables = `registration refused_try learner audit act_record idempotency saved_view thread_message customer code_batch code_act
      code_delivery bulk_work mail version approval webhook_delivery pgboss.job fault_dismissed mailing`;
    expect(Object.keys(before)).toEqual(expect.arrayContaining(tables.split(/\s+/)));
    const earlier = await answers(sheets(of));
    expect(earlier.map(({ path, status }) => [path, status])).toEqual(sheets(of).map((path) => [path, 200]));
    expect(JSON.stringify(earlier)).toContain(id);

    const { erased, pseudonym, ref } = must(await erase(id, { memo: 'Asked in writing, ticket 5131' }));
    expect(pseudonym).toMatch(/^erased-[0-9a-f]{12}$/);
    expect(erased).toMatchObject({
      registrations: 3,
      tries: 1,
      memos: 6,
      comments: 1,
      approvals: 1,
      webhooks: 1,
      mails: 1,
      work: 2,
      views: 2,
      answers: 1,
    });
    expect([await found(id), await found(encoded(id)), await found(of.ref)]).toEqual([{}, {}, {}]);
    // Another ID that begins alike is another learner.
    expect(await found(`${id}-b`)).not.toEqual({});
    expect(await wrong()).toEqual([]);
    const now = (text: string) => text.replaceAll(`${id}-b`, 'OTHER').replaceAll(id, pseudonym).replaceAll(of.ref, ref);
    const after = await answers(sheets(of));
    expect(after).toEqual(earlier.map((one) => ({ ...one, body: now(one.body).replaceAll('OTHER', `${id}-b`) })));
    for (const { body } of await answers(pages)) expect(body.replaceAll(`${id}-b`, '')).not.toContain(id);
    const addresses = Object.keys((await office.admin.get('/openapi.json')).json.paths);
    const exports = addresses.filter((path) => path.endsWith('/export') && !path.includes('{'));
    expect(exports.length).toBeGreaterThan(8);
    for (const { path, status, body } of await answers(exports.map((one) => `${one}?as=csv`)))
      expect([path, status, body.replaceAll(`${id}-b`, '').includes(id)]).toEqual([
        path,
        status === 400 ? 400 : 200,
        false,
      ]);
    const metrics = await office.stranger.get('/metrics', { authorization: `Bearer ${token}` });
    expect(metrics.status).toBe(200);
    expect(metrics.body).not.toContain(id);
    const trail = await office.admin.get('/audit?action=learner.erased');
    expect(trail.body).toContain('ticket 5131');
  });

  test('is a new one when the ID redeems again', async () => {
    const [one = '', two = ''] = await desk.issueCodes(2);
    await redeem(one, id);
    const { pseudonym } = must(await erase(id));
    await redeem(two, id);
    expect([(await learner(id)).total, (await learner(pseudonym)).total]).toEqual([1, 1]);
    expect((await learner(pseudonym)).erased_at).toBeGreaterThan(0);
    expect((await erase(pseudonym)).json.error.code).toBe('learner.is_erased');
  });

  test('does not come back by an undo of what was done before', async () => {
    const [one = '', two = ''] = await desk.issueCodes(2);
    await desk.addCollection('fair');
    const event = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026' });
    const first = await redeem(one, id);
    const second = await redeem(two, 'noa');
    const joined = await redeem('FAIRFAIR2026', id);
    const acts = [
      must(await move(id, [first], 'eli')).act_idx,
      must(await move('noa', [second], id)).act_idx,
      must(await office.admin.delete(`/api/v1/event/${event}/participant/${joined}`)).act_idx,
    ];
    const { pseudonym } = must(await erase(id));
    for (const act of acts) if (act) expect([200, 409]).toContain((await undo(act)).status);
    expect(await found(id)).toEqual({});
    expect((await learner('eli')).total).toBe(0);
    expect((await learner(pseudonym)).total).toBeGreaterThan(0);
    expect(await wrong()).toEqual([]);
  });

  test('is asked for with the exact phrase and a memo without the ID, and must be known', async () => {
    const [one = ''] = await desk.issueCodes(1);
    await redeem(one, id);
    expect((await erase(id, { phrase: 'i understand' })).json.error).toMatchObject({ code: 'learner.phrase_wrong' });
    const { status, json } = await erase(id, { memo: `Asked by ${id}.` });
    expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([422, 'learner.memo_has_id', ['memo']]);
    expect((await erase('nobody')).status).toBe(404);
    expect((await office.staff.post(`/api/v1/learner/${encoded(id)}/erase`, { phrase })).status).toBe(403);
    expect(await found('nobody')).toEqual({});
    expect((await learner(id)).total).toBe(1);
  });

  test('with a short ID goes from fields of learners, while texts that have the word stay', async () => {
    const [one = ''] = await desk.issueCodes(1);
    await redeem(one, '7', { 'idempotency-key': 'seven' });
    await office.db.updateTable('customer').set({ memo: '7 boxes' }).execute();
    must(await erase('7'));
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from registration where learner_id = '7')
        + (select count(*) from audit where after ->> 'learner_id' = '7')
        + (select count(*) from idempotency where answer #>> '{results,learner_id}' = '7') as left`.execute(office.db);
    expect(rows).toEqual([{ left: 0 }]);
    expect(await office.db.selectFrom('customer').select('memo').execute()).toEqual([{ memo: '7 boxes' }]);
  });
});

test('everything stored about a learner comes as a file for programs and one for people, in the language of who asks', async () => {
  const id = 'kim-12@school.example';
  await everywhere(id);
  const headers = { cookie: `${office.admin.cookie}; lang=ko` };
  const { status, bytes, headers: sent } = await office.stranger.get(`/api/v1/learner/${encoded(id)}/export`, headers);
  expect([status, sent['content-type']]).toEqual([200, 'application/zip']);
  expect(sent['content-disposition']).not.toContain('kim');
  const files = unzipSync(bytes);
  const text = (name: string) => new TextDecoder().decode(files[name]);
  const data = JSON.parse(text('data.json'));
  expect(data).toMatchObject({ learner_id: id, mails: [{ of: 'mail' }] });
  expect(data.views).toContainEqual(expect.objectContaining({ query: expect.objectContaining({ search_val: id }) }));
  expect(data.registrations.map(({ event, code }: { event: string; code: string }) => event ?? code?.length)).toEqual([
    12,
    12,
    'Event 1',
  ]);
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining(['trail', 'memos', 'comments', 'approvals', 'webhooks', 'answers', 'work']),
  );
  const page = text('data.html');
  expect(page).toContain('<html lang="ko">');
  expect(page).toContain('감사 기록과 이력');
  expect(page).not.toMatch(/<script|src=|href=/);
});

test('a learner who redeems while being erased is erased as well or is a new one, never half', async () => {
  const id = 'kim-12@school.example';
  await desk.addCollection('fair');
  await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 0 });
  for (let round = 0; round < 6; round++) {
    const codes = await desk.issueCodes(8);
    await redeem(codes[0] ?? '', id);
    const act = must(await merge(id, 'noa')).act_idx;
    await redeem(codes[1] ?? '', id);
    const erasing = erase(id);
    const others = codes
      .slice(2)
      .map((code, n) => desk.redeem(code, id, { headers: { 'idempotency-key': `${round}-${n}` } }));
    const joining = desk.redeem('FAIRFAIR2026', id);
    const undoing = undo(act);
    expect((await erasing).status).toBe(200);
    for (const { status } of await Promise.all([...others, joining])) expect(status).toBe(200);
    await undoing;
    // What of the ID is left is whole: each registration with its line of the trail, each line with its registration.
    const { rows } = await sql`
      select r.reg_idx, r.learner_id, a.after ->> 'learner_id' as noted from registration r
      join audit a on a.entity = 'registration' and a.action = 'registration.redeemed' and a.entity_id = r.reg_idx::text
      where (r.learner_id = ${id}) <> (a.after ->> 'learner_id' = ${id}) and r.learner_id <> 'noa'
        and not exists (select from act_record d where d.entity = 'registration' and d.record_id = r.reg_idx::text and d.act_idx = ${act}::bigint)`.execute(
      office.db,
    );
    expect(rows).toEqual([]);
    const { rows: answered } = await sql`
      select 1 from idempotency i join registration r on r.reg_idx = (i.answer #>> '{results,reg_idx}')::bigint
      where (i.answer #>> '{results,learner_id}' = ${id}) <> (r.learner_id = ${id})`.execute(office.db);
    expect(answered).toEqual([]);
    expect(await wrong()).toEqual([]);
  }
});
