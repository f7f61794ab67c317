import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { actorName } from './auth/actor.ts';
import type { Feature } from './feature.ts';
import { defineMessages } from './i18n/messages.ts';

const hit = (label: string) => ({ label, detail: 'found', href: `/found/${label}`, kind: 'common.none' });
const found: Feature = {
  name: 'found',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ palette }) {
    palette.add(async (_ctx, text) => [hit(`first ${text}`)]);
    palette.add(async (ctx, text) => [hit(`${text} in ${ctx.locale} by ${actorName(ctx.actor)}`)]);
  },
};

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: found });
});
afterAll(() => office.close());

describe('The palette', () => {
  test('gathers what every feature finds, in the order of the features, for who asks', async () => {
    const { json } = await office.admin.get(`/api/v1/search?text=${encodeURIComponent('  가을 & "book"  ')}&lang=ko`);
    expect(json.results.slice(-2)).toEqual([hit('first 가을 & "book"'), hit('가을 & "book" in ko by ada')]);
  });

  test.each(['', '%20', 'x'.repeat(201)])('asks for something to find: %s', async (text) => {
    expect(await office.admin.get(`/api/v1/search?text=${text}`)).toMatchObject({
      status: 400,
      json: { error: { fields: { text: expect.any(String) } } },
    });
  });

  test('takes what a search pattern would take for its own', async () => {
    for (const text of ['%', '_', '\\', "'", '100%_\\']) {
      expect((await office.admin.get(`/api/v1/search?text=${encodeURIComponent(text)}`)).status).toBe(200);
    }
  });
});
