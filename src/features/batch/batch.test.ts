import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from './batch.fixture.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

const post = (body: object, headers = {}) => office.admin.post('/api/v1/code/batch', body, headers);

describe('A batch', () => {
  test('has pages whose browser loads the words of codes, which it shares', async () => {
    const cg_idx = await batches.create(of, { count: 1 });
    await batches.settled(cg_idx);
    const { body } = await office.admin.get(`/code/batch/${cg_idx}`);
    expect(body).toMatch(/data-view="batch\/page\/batch-detail"[^>]* data-words="code"/);
  });

  test('exists at once and its codes a little later, each with the data of the batch', async () => {
    const terms = { count: 25, length: 30, valid_from: 1_700_000_000, valid_until: 1_900_000_000, memo: ' For May ' };
    const cg_idx = await batches.create(of, terms);
    const batch = await batches.settled(cg_idx);
    expect(batch).toMatchObject({
      ...of,
      status: 'issued',
      count: 25,
      issued: 25,
      missing: 0,
      unused_codes: 25,
      activated_codes: 0,
      expired_codes: 0,
      canceled_codes: 0,
      title: 'Autumn term',
      customer: 'Name of ACME',
      collection: 'Title of c1',
      cid: 'c1',
      price: '9.90',
      memo: 'For May',
      problem: null,
      progress: null,
    });
    const codes = await batches.codes(cg_idx);
    expect(codes).toHaveLength(25);
    expect(codes[0]).toMatchObject({ length: 30, valid_from: 1_700_000_000, valid_until: 1_900_000_000 });
    expect((await batches.trail(cg_idx)).map(({ action, actor }) => [action, actor])).toEqual([
      ['code_batch.created', 'ada'],
      ['code_batch.issued', 'ada'],
    ]);
  });

  test('of many codes brings their statistics, without which lookups would go on as if there were few', async () => {
    await sql`vacuum analyze code`.execute(office.db);
    const known = async () =>
      (await sql<{ n: number }>`select reltuples as n from pg_class where oid = 'code'::regclass`.execute(office.db))
        .rows[0]?.n;
    expect(await known()).toBeLessThan(100);
    await batches.issued(of, { count: 1500 });
    await expect.poll(known).toBeGreaterThanOrEqual(1500);
  });

  test('is issued once for one key, however often it is sent at once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = batches.body(of, { title: 'Once only', count: 3 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(body, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ json }) => json.results.cg_idx)).size).toBe(1);
    await batches.settled(answers[0]?.json.results.cg_idx);
    expect((await office.admin.get('/api/v1/code/batch?search=once')).json.results.batches).toMatchObject([
      { title: 'Once only', count: 3, status: 'issued' },
    ]);
    expect(await post({ ...body, count: 4 }, headers)).toMatchObject({
      status: 422,
      json: { error: { code: 'error.idempotency_key' } },
    });
  });

  test('that is invalid is refused at its fields, and nothing is issued', async () => {
    const count = async () => (await sql`select from code_batch`.execute(office.db)).rows.length;
    const before = await count();
    const wrong: [object, string, number][] = [
      [{ title: ' ' }, 'title', 400],
      [{ count: 0 }, 'count', 400],
      [{ count: 1_000_001 }, 'count', 400],
      [{ count: 1.5 }, 'count', 400],
      [{ price: 9.9 }, 'price', 400],
      [{ price: '-1' }, 'price', 400],
      [{ currency: 'XYZ' }, 'currency', 400],
      [{ currency: 'KRW', price: '10.55' }, 'price', 400],
      [{ currency: 'USD', price: '9.905' }, 'price', 400],
      [{ valid_until: '2026-03-01' }, 'valid_until', 422],
      [{ valid_until: 1_700_000_000 }, 'valid_until', 422],
      [{ length: -1 }, 'length', 400],
      [{ valid_from: 'tomorrow' }, 'valid_from', 400],
      [{ valid_until: '2026-02-30' }, 'valid_until', 400],
      [{ valid_from: '1970-01-01' }, 'valid_from', 400],
      [{ valid_from: '2026-05-02', valid_until: '2026-05-01' }, 'valid_until', 422],
      [{ cust_idx: 999_999 }, 'cust_idx', 422],
      [{ cidx: 999_999 }, 'cidx', 422],
    ];
    for (const [over, field, status] of wrong) {
      const answer = await post(batches.body(of, over));
      expect([field, answer.status, Object.keys(answer.json.error.fields)]).toEqual([field, status, [field]]);
    }
    expect(await post(batches.body(of, { free: true }))).toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
  });

  test('is refused to accounts without admin rights', async () => {
    expect((await office.staff.post('/api/v1/code/batch', batches.body(of))).status).toBe(403);
    expect((await office.staff.get('/api/v1/code/batch')).status).toBe(403);
  });

  test('is found by customer, collection and words, newest first', async () => {
    const other = { cust_idx: await desk.addCustomer('OTHER'), cidx: await desk.addCollection('c2') };
    const titles = ['Élan one', 'Elan two'];
    for (const title of titles) await batches.issued(other, { title, count: 1 });
    const find = async (query: string) =>
      (await office.admin.get(`/api/v1/code/batch?${query}`)).json.results.batches.map(
        ({ title }: { title: string }) => title,
      );
    expect(await find(`cust_idx=${other.cust_idx}`)).toEqual(titles.toReversed());
    expect(await find(`cidx=${other.cidx}&search=one`)).toEqual(['Élan one']);
    expect(await find(`cust_idx=${other.cust_idx}&cidx=${of.cidx}`)).toEqual([]);
    const palette = (await office.admin.get('/api/v1/search?text=elan+two')).json.results;
    expect(JSON.stringify(palette)).toContain('Elan two');
  });

  test('whose issuing fails shows the reason, becomes a task, and is complete after another attempt', async () => {
    await sql`alter table code add constraint refused check (length <> 77)`.execute(office.db);
    const { cg_idx, status, problem, issued } = await batches.issued(of, { title: 'Unlucky', length: 77 });
    expect({ status, problem, issued }).toEqual({
      status: 'failed',
      problem: 'Nothing was saved. Failed Innodb Transaction',
      issued: 0,
    });
    expect((await office.admin.get('/')).body).toShow('Issuing failed: Unlucky');
    expect(await batches.change(cg_idx, { count: 20 })).toMatchObject({
      status: 409,
      json: { error: { code: 'code.batch_not_issued' } },
    });
    await sql`alter table code drop constraint refused`.execute(office.db);
    expect((await office.admin.post(`/api/v1/code/batch/${cg_idx}/issue`)).status).toBe(200);
    expect(await batches.settled(cg_idx)).toMatchObject({ status: 'issued', issued: 10, problem: null });
    // A second press has nothing left to do.
    expect(await office.admin.post(`/api/v1/code/batch/${cg_idx}/issue`)).toMatchObject({
      status: 409,
      json: { error: { code: 'code.batch_nothing_missing' } },
    });
    expect(await office.admin.post(`/api/v1/code/batch/${cg_idx}/cancel`)).toMatchObject({
      status: 409,
      json: { error: { code: 'code.batch_not_issuing' } },
    });
  });

  test('with codes cannot be deleted, one without is deleted once', async () => {
    const { cg_idx } = await batches.issued(of);
    expect(await office.admin.delete(`/api/v1/code/batch/${cg_idx}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'code.batch_has_codes' } },
    });
    const empty = await desk.addBatch({ ...of, title: 'Empty' });
    expect((await office.admin.delete(`/api/v1/code/batch/${empty}`)).status).toBe(200);
    expect((await office.admin.delete(`/api/v1/code/batch/${empty}`)).status).toBe(404);
  });

  test("blocks deleting its customer and its collection, and changing the customer's ID", async () => {
    await batches.issued(of);
    const [{ cidx }] = (await office.admin.get('/api/v1/collection?search=c1')).json.results.collections;
    const kept = await office.admin.delete('/api/v5/collection/c1', { cidx });
    expect(kept.status).toBe(409);
    expect(kept.json.error.message).toContain('This code associated with a collection exists');
    expect(kept.json.error.details.references[0]).toMatchObject({ kind: 'code.batch_kind' });
    expect(await office.admin.delete(`/api/v1/customer/${of.cust_idx}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'customer.in_use' } },
    });
    expect(await office.admin.put(`/api/v1/customer/${of.cust_idx}`, { cust_id: 'ACME-2' })).toMatchObject({
      status: 409,
      json: { error: { code: 'customer.id_in_use' } },
    });
  });

  test('has a page with its figures and history, and a dialog that starts with the last price', async () => {
    const { cg_idx } = await batches.issued(of, { title: 'Shown', price: '1234.5', memo: 'Ask Kim' });
    const { body } = await office.admin.get(`/code/batch/${cg_idx}`);
    for (const text of ['Shown', 'Ask Kim', '$12,345.00', `/code?cg_idx=${cg_idx}&amp;status=issued`, 'codes issued'])
      expect(body).toShow(text);
    const fragment = await office.admin.get(`/code/batch/create?cust_idx=${of.cust_idx}`, {
      'sec-fetch-mode': 'cors',
    });
    expect(fragment.body).toShow('Name of ACME');
    expect(fragment.body).toShow('1234.5');
    expect(fragment.body).not.toShow('<html');
    expect((await office.admin.get(`/code/update?cust_idx=${of.cust_idx}&cg_idx=${cg_idx}`)).status).toBe(200);
    const other = await desk.addCustomer('NOT-THEIRS');
    expect((await office.admin.get(`/code/update?cust_idx=${other}&cg_idx=${cg_idx}`)).status).toBe(404);
  });

  test('that expires within two weeks with unused codes is shown on the start page', async () => {
    await batches.issued(of, { title: 'Runs out', valid_until: '2026-03-12' });
    await batches.issued(of, { title: 'Lasts longer', valid_until: '2026-03-31' });
    const { body } = await office.admin.get('/');
    expect(body).toShow('Runs out: 10 unused codes run out');
    expect(body).toShow('Name of ACME, in 10 days');
    expect(body).not.toShow('Lasts longer: 10 unused codes run out');
  });
});

describe('Issuing is reported', () => {
  test('in the language of the caller', async () => {
    const answer = await office.admin.get('/api/v1/code/batch/999999', { cookie: `${office.admin.cookie}; lang=ko` });
    expect(answer).toMatchObject({
      status: 404,
      json: { error: { message: '이 코드 묶음은 더 이상 존재하지 않습니다.' } },
    });
  });
});
