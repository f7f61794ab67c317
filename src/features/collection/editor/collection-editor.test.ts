import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { collectionDesk } from '../collection.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
beforeEach(() => desk.clear());

async function propsOf(path: string, cookie = office.admin.cookie) {
  const { status, body } = await office.admin.get(path, { cookie });
  expect(status).toBe(200);
  const json = /<main[^>]*>.*?<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1];
  return { body, props: JSON.parse(json ?? '{}') };
}

describe('The form of a collection', () => {
  test('is empty for a new one, with one row of prices and every currency by its name', async () => {
    const { body, props } = await propsOf('/collection/create');
    expect(props.collection).toBeNull();
    expect(props.choices.currencies[0]).toEqual({ value: 'KRW', label: 'KRW · South Korean Won' });
    expect(props.choices.currencies.length).toBeGreaterThan(150);
    expect(body).toShow('name="prices.0.price"');
    expect(body).not.toShow('name="prices.1.price"');
    const korean = await propsOf('/collection/create', `${office.admin.cookie}; lang=ko`);
    expect(korean.props.choices.currencies[0].label).toBe('KRW · 대한민국 원');
  });

  test.each(['/collection/update/a', '/collection/update?cid=a'])('shows at %s what is stored', async (path) => {
    const owner = await desk.addCustomer('ACME');
    const title = `Teens of ${path}`;
    const group = (await office.admin.post('/api/v1/age_group', { title })).json.results.age_group;
    await desk.add('a', {
      is_public: 'O',
      grp_idx: group,
      owned_by: [owner],
      prices: [{ currency: 'USD', price: '12.50' }],
      multi_lang_data: { ko: { title: '등불', description: '<p>설명 <strong>글</strong></p>' } },
    });
    const { body, props } = await propsOf(path);
    expect(props).toMatchObject({
      collection: { cid: 'a', version: 1, multi_lang_data: { ko: { title: '등불' } }, prices: [{ price: '12.50' }] },
      names: {
        owned_by: [{ value: String(owner), label: 'ACME' }],
        grp_idx: [{ value: String(group), label: title }],
      },
    });
    expect(body).toShow('<title>Edit collection: Title of a</title>');
    expect(body).toShow(`value="${title}"`);
  });

  test('leads to the list where the address names no collection', async () => {
    expect(await office.admin.get('/collection/update')).toMatchObject({
      status: 303,
      headers: { location: '/collection' },
    });
  });

  test('does not exist for a missing collection, nor for accounts without the right', async () => {
    expect((await office.admin.get('/collection/update/none')).status).toBe(404);
    expect((await office.admin.get('/collection/update?cid=none')).status).toBe(404);
    expect((await office.staff.get('/collection/create')).status).toBe(403);
  });
});

test('no page loads the editor of rich text before it is needed', async () => {
  const { body } = await office.admin.get('/collection/create');
  const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  const texts = await Promise.all(files.map(async (file) => (await office.admin.get(file)).body));
  expect(texts.filter((text) => text.includes('ProseMirror'))).toEqual([]);
});
