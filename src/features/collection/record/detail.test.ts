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

/** The state of the texts by language, where the page shows one. */
function statesIn(page: string): Record<string, string> {
  const links = page.matchAll(
    /href="\/collection\/one(?:\?language=(\w+))?"[^>]*>(?:<span[^>]*>)?[^<]+<!-- --> (?:<\/?span[^>]*>)+([^<]+)</g,
  );
  return Object.fromEntries([...links].map(([, locale = 'en', state = '']) => [locale, state]));
}

describe("A collection's page", () => {
  test('shows its state, facts, prices and the texts of the chosen language, English first', async () => {
    const owner = await desk.addCustomer('ACME');
    await desk.add('one', {
      is_public: 'O',
      owned_by: [owner],
      prices: [{ currency: 'USD', price: '12.50', subscription_period: 0 }],
      multi_lang_data: { en: { description: '<p>Hello <strong>you</strong></p>' }, ko: { title: '하나' } },
    });
    const { body } = await office.admin.get('/collection/one');
    for (const text of ['Title of one', 'ACME', '$12.50', 'Permanent', '<p>Hello <strong>you</strong></p>', 'Public'])
      expect(body).toShow(text);
    expect(body).toShow('Not advertised.');
    expect((await office.admin.get('/collection/one?language=ko')).body).toShow('하나');
  });

  test('says where a language has no texts', async () => {
    await desk.add('one');
    const { status, body } = await office.admin.get('/collection/one?language=jp');
    expect(status).toBe(200);
    expect(body).toShow('There is no data for the collection in JA.');
  });

  test('says of each language whether its texts are incomplete, missing or outdated', async () => {
    const texts = (title: string) => ({ title, description: `<p>${title}</p>` });
    await desk.add('one', { multi_lang_data: { en: texts('Lamp'), ko: texts('등불'), es: { title: 'Farol' } } });
    const { body } = await office.admin.get('/collection/one');
    expect(statesIn(body)).toEqual({ es: 'Incomplete', jp: 'Missing', tr: 'Missing' });
    await office.admin.put('/api/v5/collection/one/localize/en', { summary: 'New' });
    const later = await office.admin.get('/collection/one');
    expect(statesIn(later.body)).toEqual({ es: 'Incomplete', jp: 'Missing', ko: 'Outdated', tr: 'Missing' });
  });

  test('has an advertisement block only while it is public', async () => {
    await desk.add('one');
    expect((await office.admin.get('/collection/one')).body).not.toShow('Not advertised.');
  });

  test('has its uses and its history at their own addresses, and is 404 where it does not exist', async () => {
    await desk.add('one');
    for (const part of ['uses', 'history'])
      expect([part, (await office.admin.get(`/collection/one/${part}`)).status]).toEqual([part, 200]);
    expect((await office.admin.get('/collection/nobody')).status).toBe(404);
  });
});
