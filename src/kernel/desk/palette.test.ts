import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { defineMessages } from '../messages/messages.ts';
import type { Feature } from '../mount/feature.ts';
import { actorName } from '../work/actor.ts';

const hit = (label: string) => ({ label, detail: 'found', href: `/found/${label}` });
const found: Feature = {
  name: 'found',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ records, cards }) {
    records.define(
      {
        kind: 'found',
        label: 'common.title',
        find: {
          icon: 'book',
          by: async (_ctx, text) => [hit(`a ${text}`), { ...hit('By its id'), id: text }, hit(`${text} more`)],
        },
        acts: [{ key: 'common.create', icon: 'add', href: '/found/create' }],
      },
      {
        kind: 'found_too',
        label: 'common.history',
        find: { icon: 'series', by: async (ctx) => [hit(`in ${ctx.locale} by ${actorName(ctx.actor)}`)] },
      },
    );
    cards.add(async (_ctx, text) => (text === 'a whole' ? '/found/card?text=a+whole' : null));
  },
};

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: found });
});
afterAll(() => office.close());

describe('The finder', () => {
  test('gathers what every feature finds, best first, for the person who asks', async () => {
    const { json } = await office.admin.get(`/api/v1/search?text=${encodeURIComponent('  가을 & "book"  ')}&lang=ko`);
    const text = '가을 & "book"';
    expect(json.results).toEqual([
      { ...hit('By its id'), kind: '제목', icon: 'book', acts: [] },
      { ...hit(`${text} more`), kind: '제목', icon: 'book', acts: [] },
      { ...hit(`a ${text}`), kind: '제목', icon: 'book', acts: [] },
      { ...hit('in ko by ada'), kind: expect.any(String), icon: 'series', acts: [] },
    ]);
  });

  test('gets the address of a card for a text that is one thing as a whole', async () => {
    expect((await office.admin.get('/api/v1/search?text=a+whole')).json.card).toBe('/found/card?text=a+whole');
    expect((await office.admin.get('/api/v1/search?text=a')).json.card).toBeNull();
  });

  test('gets the available actions with every page', async () => {
    const { body } = await office.admin.get('/category');
    expect(body).toShow('href="/found/create"');
    expect((await office.staff.get('/category')).body).not.toShow('href="/found/create"');
  });

  test.each(['', '%20', 'x'.repeat(201)])('requires a search text: %s', async (text) => {
    expect(await office.admin.get(`/api/v1/search?text=${text}`)).toMatchObject({
      status: 400,
      json: { error: { fields: { text: expect.any(String) } } },
    });
  });

  test('reads special characters of search patterns literally', async () => {
    for (const text of ['%', '_', '\\', "'", '100%_\\']) {
      expect((await office.admin.get(`/api/v1/search?text=${encodeURIComponent(text)}`)).status).toBe(200);
    }
  });
});
