import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { collectionDesk } from './collection.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);

interface Entry {
  action: string;
  changes: { field: string; before: unknown; after: unknown; words?: { text: string }[] }[];
}

/** The changes of the newest act in the history of a collection, as its reader sees them. */
const newest = async (cid: string, lang = 'en'): Promise<Entry['changes']> => {
  const { results } = (await office.admin.get(`/api/v1/audit/of/collection/${cid}?lang=${lang}`)).json;
  return (results.lines as Entry[])[0]?.changes ?? [];
};

const price = (over: object = {}) => ({ currency: 'USD', price: '19.90', subscription_period: 365, ...over });
const won = { currency: 'KRW', price: '24000', subscription_period: 0 };

describe('The history of a collection', () => {
  test('names a price by its currency and period, with what readers paid and pay', async () => {
    await desk.add('sea', { prices: [price(), won] });
    const save = (prices: object[]) => office.admin.put('/api/v5/collection/sea', { prices });
    await save([won, price({ discounted_price: '14.90' })]);
    expect(await newest('sea')).toEqual([
      { field: 'Price in USD, 365 days', before: '$19.90', after: '$14.90 instead of $19.90' },
    ]);
    await save([won]);
    expect(await newest('sea')).toEqual([
      { field: 'Price in USD, 365 days', before: '$14.90 instead of $19.90', after: null },
    ]);
    expect(await newest('sea', 'ko')).toEqual([
      { field: 'USD 가격, 365일', before: 'US$14.90 (정가 US$19.90)', after: null },
    ]);
  });

  test('names choices in words', async () => {
    await desk.add('shown', { prices: [price()] });
    await office.admin.put('/api/v5/collection/shown', { exposed_type: 'web', is_public: 'O' });
    expect(await newest('shown')).toEqual([
      { field: 'Public', before: 'Not public', after: 'Public' },
      { field: 'Exposed in', before: 'Everywhere', after: 'Web' },
    ]);
  });

  test('says in which order prices stand now, if nothing else was changed', async () => {
    await desk.add('order', { prices: [price(), won] });
    await office.admin.put('/api/v5/collection/order', { prices: [won, price()] });
    expect(await newest('order')).toEqual([
      {
        field: 'Prices',
        before: 'Price in USD, 365 days, Price in KRW, permanent',
        after: 'Price in KRW, permanent, Price in USD, 365 days',
      },
    ]);
  });

  test('shows the words of a text, not its markup', async () => {
    const described = (description: string) => ({ multi_lang_data: { en: { description } } });
    await desk.add('text', described('<p>A year of <strong>reading</strong>.</p>'));
    await office.admin.put('/api/v5/collection/text', described('<h2>New</h2><p>Two years.</p>'));
    expect(await newest('text')).toEqual([
      { field: 'Description (English)', before: 'A year of reading.', after: 'New Two years.' },
    ]);
  });

  test('names what was put in and taken out', async () => {
    await desk.add('shelf');
    const series = await desk.addSeries('Lantern Street');
    const level = await desk.addLevel(series, 'Level 1');
    const [book = 0] = await desk.addBooks(series, level, 1, { title: 'The Lamp' });
    const add = [
      { content_type: 'series', content_idx: series },
      { content_type: 'level', content_idx: level },
      { content_type: 'book', content_idx: book },
    ];
    expect((await office.admin.put('/api/v5/collection/shelf/contents', { add, reason: 'Spring' })).status).toBe(200);
    const items = (await newest('shelf')).find(({ field }) => field === 'Items')?.after;
    expect(String(items).split(', ').toSorted()).toEqual(['Lantern Street', 'Lantern Street', 'Level 1', 'The Lamp']);
  });

  test('of a scheduled price is named in the same way', async () => {
    await desk.add('later', { prices: [won] });
    const apply_at = Math.floor(office.clock.now().getTime() / 1000) + 3600;
    const value = [{ ...won, price: '21000' }];
    const made = await office.admin.post('/api/v1/reservation', { cid: 'later', target: 'price', value, apply_at });
    expect(made.status).toBe(200);
    expect((await newest('later')).map(({ field }) => field)).toContain('Price in KRW, permanent');
  });
});
