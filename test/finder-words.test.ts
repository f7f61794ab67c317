import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFoundBy } from '#kernel/desk/palette.rules.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const searched = {
  en: { 'new collection': '/collection/create', price: '/collection', scheduled: '/reservation' },
  es: { 'nueva colección': '/collection/create', precio: '/collection', programados: '/reservation' },
  jp: { 新しいコレクション: '/collection/create', 価格: '/collection', 予定: '/reservation' },
  ko: { '새 컬렉션': '/collection/create', 가격: '/collection', 예정: '/reservation' },
  tr: { 'yeni koleksiyon': '/collection/create', fiyat: '/collection', planlanan: '/reservation' },
};

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '').trim();

/** The links of the menus, which the finder reads: where each leads, and what it is found by. */
async function entriesOf(language: string) {
  const { body } = await office.admin.get(`/category?lang=${language}`);
  return [...body.matchAll(/<a ([^>]*data-icon=[^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', content = '']) => {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    return { href: of('href'), name: `${of('title') || textOf(content)} ${of('data-words')}` };
  });
}

test.each(Object.entries(searched))(
  'The finder leads from the words people use to where it is done: %s',
  async (language, hrefs) => {
    const entries = await entriesOf(language);
    for (const [words, href] of Object.entries(hrefs)) {
      const found = entries.filter(({ name }) => isFoundBy(words, name)).map((one) => one.href);
      expect([words, found]).toEqual([words, expect.arrayContaining([href])]);
    }
  },
);

test.each(['/registration', '/report/registered-book', '/audit', '/code', '/reservation?status=scheduled'])(
  'The days of %s are chosen by the name of a period',
  async (path) => {
    const { body } = await office.admin.get(path);
    expect(body).toMatch(/<input[^>]*name="since"/);
    expect(body).toShow('aria-label="Periods"');
  },
);
