import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { customerBody } from './customer.factory.ts';
import { customerIdKind, customerKind, customerNames } from './customer.public.ts';

/** References as batches and collections will register them: to a customer, and to its ID. */
const referrers = new Map<string, string[]>();
const referring: Feature = {
  name: 'holder',
  messages: { catalogues: { en: {}, es: {}, jp: {}, ko: {}, tr: {} } },
  register: ({ records }) =>
    records.define({
      kind: 'holder',
      label: 'book.kind',
      references: [customerKind, customerIdKind].map((of) => ({
        of,
        find: async () => {
          const labels = referrers.get(of) ?? [];
          return { count: labels.length, first: labels.map((label) => ({ label, kind: 'book.kind', href: null })) };
        },
        referenced: async () => [],
      })),
    }),
};

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: referring });
});
afterAll(() => office.close());
beforeEach(async () => {
  referrers.clear();
  for (const table of ['customer', 'audit', 'change'] as const) await office.db.deleteFrom(table).execute();
});

const url = '/api/v1/customer';
const add = async (n: number, over = {}): Promise<number> =>
  (await office.admin.post(url, customerBody(n, over))).json.results.cust_idx;
const trail = () =>
  office.db.selectFrom('audit').select(['entity_id', 'action', 'before', 'after']).orderBy('audit_idx').execute();

async function page(query: string) {
  const { status, body } = await office.admin.get(`/customer?${query}`);
  expect(status).toBe(200);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}
const listed = async (query: string): Promise<string[]> =>
  (await page(query)).found.rows.map((row: { cust_id: string }) => row.cust_id);

describe('A customer', () => {
  test('is added from a form, its texts trimmed, with an audit row', async () => {
    const answer = await office.admin.form(url, { cust_id: ' ACME_1 ', name: ' Acme Books ', memo: ' Pays late ' });
    expect(answer).toMatchObject({ status: 200, json: { results: { cust_idx: expect.any(Number) } } });
    const { cust_idx } = answer.json.results;
    expect((await office.admin.get(`${url}/${cust_idx}`)).json.results).toMatchObject({
      cust_id: 'ACME_1',
      name: 'Acme Books',
      memo: 'Pays late',
      version: 1,
      updated_by: 'ada',
    });
    expect(await trail()).toMatchObject([
      {
        entity_id: String(cust_idx),
        action: 'customer.created',
        after: { cust_id: 'ACME_1', name: 'Acme Books', memo: 'Pays late' },
      },
    ]);
  });

  test('can be sent as a multipart form too', async () => {
    const form = new FormData();
    form.append('cust_id', 'ACME');
    form.append('name', 'Acme');
    expect((await office.admin.upload(url, form)).status).toBe(200);
  });

  test.each(['AB', 'ABCDEFGHIJKLM', 'acme', 'ACME 1', 'ACMÉ', ''])(
    'with the invalid ID “%s” is refused',
    async (id) => {
      const answer = await office.admin.post(url, customerBody(1, { cust_id: id }));
      const message = 'Use 3 to 12 characters: A–Z, 0–9, - and _.';
      expect(answer).toMatchObject({ status: 400, json: { error: { fields: { cust_id: message } } } });
      expect(await trail()).toEqual([]);
    },
  );

  test('has an ID no other has, even when two are added at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => office.admin.post(url, customerBody(n, { cust_id: 'ACME' }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.error).toMatchObject({
      code: 'customer.id_taken',
      fields: { cust_id: 'Another customer has this ID.' },
    });
    expect(await trail()).toHaveLength(1);
  });

  test('is changed in some fields, once; repeating it leaves no trace', async () => {
    const id = await add(1, { memo: 'Old' });
    const change = () => office.admin.put(`${url}/${id}`, { memo: 'New' });
    expect(await change()).toMatchObject({ status: 200, json: { results: { success: true, version: 2 } } });
    expect(await change()).toMatchObject({ status: 200, json: { results: { version: 2 } } });
    expect((await trail()).slice(1)).toMatchObject([
      { action: 'customer.updated', before: { memo: 'Old' }, after: { memo: 'New' } },
    ]);
  });

  test('has its earlier values restored from its history, an empty memo too', async () => {
    const id = await add(1);
    await office.admin.put(`${url}/${id}`, { name: 'Acme', memo: 'New' });
    const [newest] = (await office.admin.get(`/api/v1/audit/of/customer/${id}`)).json.results.lines;
    const { audit_idx } = newest;
    const restored = await office.admin.put(`/api/v1/audit/of/customer/${id}/restore`, { audit_idx });
    expect(restored.status).toBe(200);
    expect((await office.admin.get(`${url}/${id}`)).json.results).toMatchObject({ name: 'Customer 1', memo: '' });
  });

  test('changed over a newer version is refused with who saved it, and its current values', async () => {
    const id = await add(1);
    await office.admin.put(`${url}/${id}`, { name: 'Acme', version: 1 });
    expect(await office.admin.put(`${url}/${id}`, { name: 'Bcme', version: 1 })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', version: 2, record: { name: 'Acme' } } } },
    });
  });

  test('keeps its ID once something was made under it; its other fields may change', async () => {
    const id = await add(1);
    expect((await office.admin.put(`${url}/${id}`, { cust_id: 'OTHER-1' })).status).toBe(200);
    referrers.set(customerIdKind, ['March batch']);
    expect(await office.admin.put(`${url}/${id}`, { cust_id: 'OTHER-2' })).toMatchObject({
      status: 409,
      json: {
        error: {
          code: 'customer.id_in_use',
          message: 'The ID cannot be changed: it is used in 1 place (March batch).',
        },
      },
    });
    expect((await office.admin.put(`${url}/${id}`, { cust_id: 'OTHER-1', name: 'Acme' })).status).toBe(200);
    const form = await office.admin.get(`/customer/update/${id}`, { 'sec-fetch-mode': 'cors' });
    expect(form.body).toShow('Codes were issued under this ID, so it cannot be changed.');
  });

  test('has an ID of which a spreadsheet makes another: said where it is chosen, and read again as it stands in a sheet', async () => {
    const ids = ['00123', '12E5', 'MAR-01'];
    for (const [n, cust_id] of ids.entries()) {
      const id = await add(n, { cust_id, name: `Spread ${n}` });
      const form = await office.admin.get(`/customer/update/${id}`, { 'sec-fetch-mode': 'cors' });
      expect(form.body).toShow('A spreadsheet reads this ID as a number or a date and changes it.');
    }
    const { body } = await office.admin.get('/customer/export?sort=name');
    const written = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0] ?? '');
    expect(written).toEqual(ids.map((id) => `'${id}`));
    for (const [n, cell] of written.entries()) {
      expect(await listed(`search_val=${encodeURIComponent(cell)}`)).toEqual([ids[n]]);
      const answer = await office.admin.post(url, { cust_id: cell, name: 'Again' });
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'customer.id_taken' } } });
    }
    const other = await add(9, { cust_id: 'ACME-01' });
    const form = await office.admin.get(`/customer/update/${other}`, { 'sec-fetch-mode': 'cors' });
    expect(form.body).not.toShow('A spreadsheet reads this ID');
  });

  test('is deleted once; the second time it does not exist', async () => {
    const id = await add(1);
    expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({ json: { results: { success: true } } });
    expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({
      status: 404,
      json: { error: { message: 'This customer no longer exists.' } },
    });
    expect((await office.admin.put(`${url}/${id}`, { name: 'Acme' })).status).toBe(404);
    expect((await trail()).at(-1)).toMatchObject({ action: 'customer.deleted', before: { cust_id: 'CUST-1' } });
  });

  test('that was deleted is back as it was after an undo, and one just added goes again', async () => {
    const { cust_idx, act_idx: added } = (await office.admin.post(url, customerBody(1))).json.results;
    const read = async () => (await office.admin.get(`${url}/${cust_idx}`)).json.results;
    const before = await read();
    const { act_idx: deleted } = (await office.admin.delete(`${url}/${cust_idx}`)).json.results;
    expect((await office.admin.undo(deleted)).status).toBe(200);
    expect(await read()).toEqual(before);
    expect((await office.admin.get(`/api/v1/act/${added}`)).json.results.undo).toMatchObject({
      back: 1,
      removes: true,
    });
    expect((await office.admin.undo(added)).status).toBe(200);
    expect(await read()).toBeUndefined();
  });

  test('that got codes since it was added stays', async () => {
    const { act_idx } = (await office.admin.post(url, customerBody(1))).json.results;
    referrers.set(customerKind, ['Autumn batch']);
    expect(await office.admin.undo(act_idx)).toMatchObject({
      status: 409,
      json: { error: { code: 'customer.in_use' } },
    });
  });

  test('that something uses is not deleted; the refusal and its page name the users', async () => {
    const id = await add(1);
    referrers.set(customerKind, ['Summer bundle']);
    expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({
      status: 409,
      json: { error: { message: 'The customer is still used in 1 place (Summer bundle).' } },
    });
    expect((await office.admin.get(`/customer/${id}`)).body).toShow('Summer bundle');
    expect((await office.admin.get(`${url}/${id}`)).status).toBe(200);
  });

  test('has its errors in the language of the caller', async () => {
    const answer = await office.admin.delete(`${url}/1`, undefined, { cookie: `${office.admin.cookie}; lang=ko` });
    expect(answer.json.error.message).toBe('이 고객은 더 이상 존재하지 않습니다.');
  });
});

describe('The list of customers', () => {
  beforeEach(async () => {
    await add(1, { cust_id: 'NORTH', name: 'José Ñandú', memo: 'Schools' });
    await add(2, { cust_id: 'SOUTH', name: '가을 서점', memo: 'Shops, 50%' });
    await add(3, { cust_id: 'EAST-9', name: '각하 출판', memo: 'schools' });
  });

  test.each([
    ['jose nandu', ['NORTH']],
    ['east-9', ['EAST-9']],
    ['SCHOOLS', ['EAST-9', 'NORTH']],
    ['schools north', ['NORTH']],
    ['가', ['SOUTH']],
    ['50%', ['SOUTH']],
    ['%', ['SOUTH']],
    ['nothing', []],
  ])('finds “%s” word by word in ID, name and memo', async (text, found) => {
    expect(await listed(String(new URLSearchParams({ search_val: text, sort: 'cust_id' })))).toEqual(found);
  });

  test('is sorted by name by default, and ignores parameters it cannot read', async () => {
    expect(await listed('')).toEqual(['NORTH', 'SOUTH', 'EAST-9']);
    expect(await listed('sort=cust_id.desc')).toEqual(['SOUTH', 'NORTH', 'EAST-9']);
    expect(await listed('sort=nonsense&page=-4')).toEqual(['NORTH', 'SOUTH', 'EAST-9']);
  });

  test('has the rows of a pasted list of IDs, and names the others', async () => {
    const { found } = await page('search_val=south,+north%0aWEST');
    expect(found).toMatchObject({ rows: [{ cust_id: 'NORTH' }, { cust_id: 'SOUTH' }], total: 2, missing: ['WEST'] });
    const { body } = await office.admin.get('/customer/export?search_val=south,+north%0aWEST');
    expect(body.match(/^(?:NORTH|SOUTH|EAST-9),/gm)).toEqual(['NORTH,', 'SOUTH,']);
    expect((await page('search_val=schools+north')).found).toMatchObject({ rows: [{ cust_id: 'NORTH' }], total: 1 });
  });

  test('is empty for a search that is too long', async () => {
    expect(await listed(`search_val=${'50%25 '.repeat(51)}`)).toEqual([]);
  });

  test('is exported with its filter and order', async () => {
    const { body } = await office.admin.get('/customer/export?search_val=schools&sort=cust_id.desc');
    expect(
      body
        .replace(/^\uFEFF/, '')
        .split('\r\n')
        .slice(0, -1),
    ).toEqual(['Customer ID,Name,Memo', 'NORTH,José Ñandú,Schools', 'EAST-9,각하 출판,schools']);
  });

  test('of any length is paged, and exported whole', async () => {
    const at = new Date(0).toISOString();
    const many = Array.from({ length: 2100 }, (_, n) => ({
      cust_id: `M${n + 1000}`,
      name: `Many ${n + 1000}`,
      created_at: at,
      updated_at: at,
    }));
    await office.db.insertInto('customer').values(many).execute();
    expect((await page('search_val=many&page=21')).found).toMatchObject({ total: 2100, page: 21 });
    const { body } = await office.admin.get('/customer/export?search_val=many');
    const ids = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect(ids).toEqual(many.map(({ cust_id }) => cust_id));
  });
});

describe('Selectors', () => {
  test('list every customer by name, and on request “no customer” first, in the caller’s language', async () => {
    const [b, a] = [await add(1, { name: 'Customer 10' }), await add(2, { name: 'Customer 9' })];
    expect((await office.admin.get(`${url}/all`)).json.results).toEqual([
      { cust_idx: a, name: 'Customer 9' },
      { cust_idx: b, name: 'Customer 10' },
    ]);
    const all = await office.admin.get(`${url}/all?include_default=true`, {
      cookie: `${office.admin.cookie}; lang=ko`,
    });
    expect(all.json.results[0]).toEqual({ cust_idx: 0, name: '고객 없음' });
    expect(all.json.results).toHaveLength(3);
  });

  test('find customers by the typed text, an exact ID first; an empty text finds none', async () => {
    await add(1, { cust_id: 'ACME-2', name: 'Aardvark, once ACME' });
    const exact = await add(2, { cust_id: 'ACME', name: 'Zebra' });
    const find = async (query: string) => (await office.admin.get(`${url}?${query}`)).json.results.customers;
    expect(await find('search=acme&excluded_default=true')).toEqual([
      { cust_idx: exact, cust_id: 'ACME', name: 'Zebra' },
      expect.objectContaining({ cust_id: 'ACME-2' }),
    ]);
    expect(await find('search=&excluded_default=true')).toEqual([]);
    expect(await find('search=acme&excluded_default=false')).toHaveLength(3);
  });

  test('of other features know the names of existing customers', async () => {
    const id = await add(1);
    const names = await office.app.work.read(systemCaller('test'), (ctx) => customerNames(ctx, [id, 999_999]));
    expect([...names]).toEqual([[id, 'Customer 1']]);
  });

  test('and the finder know customers', async () => {
    const id = await add(1, { cust_id: 'ACME', name: 'Zebra' });
    const found = (await office.admin.get('/api/v1/search?text=zebra')).json.results;
    expect(JSON.stringify(found)).toContain(`/customer/code/${id}`);
  });
});
