import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { attacks } from '#kernel/text/rich-text.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
beforeEach(() => desk.clear());

const texts = (title: string) => ({ title, summary: '', notice: '', description: `<p>About ${title}</p>` });
const localize = (cid: string, locale: string, body: object) =>
  office.admin.put(`/api/v5/collection/${cid}/localize/${locale}`, body);
const review = (cid: string, locale: string, body: object = {}) =>
  office.admin.put(`/api/v5/collection/${cid}/localize/${locale}/review`, body);

const page = (cid: string, locale: string) => desk.propsOf(`/collection/${cid}/localize/${locale}`);

describe('Writing the texts of one language', () => {
  test('shows them beside the others, and how complete each language is', async () => {
    await desk.add('a', { multi_lang_data: { en: texts('Lamp'), ko: texts('램프'), es: { title: 'Farol' } } });
    expect(await page('a', 'ko')).toMatchObject({
      collection: { cid: 'a', version: 1, title: 'Title of a' },
      locale: 'ko',
      texts: { en: { title: 'Title of a' }, ko: { title: '램프' } },
      states: { en: 'complete', es: 'begun', jp: 'empty', ko: 'complete', tr: 'empty' },
      changes: {},
    });
    expect((await office.admin.get('/collection/a/localize/ja')).status).toBe(200);
  });

  test('has no page for an unknown language, or a collection that does not exist', async () => {
    await desk.add('a');
    const { status, body } = await office.admin.get('/collection/a/localize/fr');
    expect([status, body.includes('There is no data for the collection in FR.')]).toEqual([404, true]);
    expect((await office.admin.get('/collection/none/localize/en')).status).toBe(404);
  });

  test('shows word by word what changed in each other language since they were saved', async () => {
    await desk.add('a', { multi_lang_data: { en: { description: '<p>A red lamp</p>' }, ko: texts('램프') } });
    await localize('a', 'en', { description: '<p>A <strong>green</strong> lamp</p>', summary: 'a < b' });
    await localize('a', 'tr', texts('Lamba'));
    expect(await page('a', 'ko')).toMatchObject({
      states: { ko: 'outdated', en: 'complete', tr: 'complete' },
      changes: {
        en: [
          { field: 'summary', pieces: [{ kind: 'new', text: 'a < b' }] },
          {
            field: 'description',
            pieces: [
              { kind: 'same', text: 'A ' },
              { kind: 'old', text: 'red' },
              { kind: 'new', text: 'green' },
              { kind: 'same', text: ' lamp' },
            ],
          },
        ],
        tr: [{ field: 'title' }, { field: 'description' }],
      },
    });
    expect((await page('a', 'tr')).changes).toEqual({});
    await localize('a', 'ko', { title: '새 램프' });
    expect(await page('a', 'ko')).toMatchObject({ states: { ko: 'complete' }, changes: {} });
  });

  test('is refused over a version that was not seen, and without the right to', async () => {
    await desk.add('a');
    await localize('a', 'ko', { title: '첫째', version: 1 });
    expect(await localize('a', 'ko', { title: '둘째', version: 1 })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale' } },
    });
    expect((await localize('a', 'fr', { title: 'x' })).status).toBe(400);
    expect((await office.staff.put('/api/v5/collection/a/localize/ko', { title: 'x' })).status).toBe(403);
  });

  test('keeps nothing of a hundred attacks, neither stored nor on the page', async () => {
    await desk.add('a');
    const description = `<p>Kept</p>${attacks.map((attack) => `<p>x</p>${attack}<p>y</p>`).join('')}`;
    for (const [n, attack] of attacks.entries()) {
      const answer = await localize('a', 'ko', { notice: `<p>Kept ${n}</p>${attack}` });
      expect([attack, answer.status === 200 || answer.json.error.code === 'invalid.characters']).toEqual([
        attack,
        true,
      ]);
    }
    await localize('a', 'tr', { description: description.replaceAll('\0', '') });
    for (const address of ['/collection/a/localize/tr', '/collection/a?language=tr']) {
      const { body } = await office.admin.get(address);
      const main = /<main.*?<\/main>/s.exec(body)?.[0] ?? '';
      const shown = main.replace(/<script type="application\/json">.*?<\/script>/gs, '');
      expect(shown, address).toContain('<p>Kept</p>');
      expect(shown, address).not.toMatch(/<(script|iframe|object|embed|style|base|meta|link|math)\b/i);
      expect(shown, address).not.toMatch(/<[^>"']*(?:"[^"]*"[^>"']*)*\son\w+=/i);
      expect(shown, address).not.toMatch(/(href|src|action)="[^"]*(javascript|vbscript|data|blob|file):/i);
    }
  });
});

describe('Texts that are still right after the English changed', () => {
  test('are marked as up to date once, with an audit row and no version', async () => {
    await desk.add('a', { multi_lang_data: { en: texts('Lamp'), ko: texts('램프') } });
    await localize('a', 'en', { summary: 'New' });
    const versions = (await desk.versions('a')).length;
    for (let times = 0; times < 2; times += 1) {
      expect(await review('a', 'ko', { version: 2 })).toMatchObject({
        status: 200,
        json: { results: { success: true } },
      });
    }
    expect(await page('a', 'ko')).toMatchObject({ states: { ko: 'complete' }, changes: {} });
    expect(await desk.versions('a')).toHaveLength(versions);
    const acts = (await desk.trail('a')).filter(({ action }) => action === 'collection.texts_reviewed');
    expect(acts).toMatchObject([{ after: { locale: 'ko' } }]);
  });

  test('cannot be marked where there are none, nor over a version that was not seen', async () => {
    await desk.add('a', { multi_lang_data: { ko: texts('램프') } });
    expect(await review('a', 'jp')).toMatchObject({
      status: 404,
      json: { error: { message: 'There is no data for the collection in JA.' } },
    });
    await localize('a', 'en', { summary: 'New' });
    expect((await review('a', 'ko', { version: 1 })).json.error.code).toBe('error.stale');
    expect((await review('none', 'ko')).status).toBe(404);
    expect((await office.staff.put('/api/v5/collection/a/localize/ko/review', {})).status).toBe(403);
  });
});

describe('The grid of collections by language', () => {
  beforeEach(async () => {
    await desk.add('a', { multi_lang_data: { en: texts('Lamp'), ko: texts('등불'), es: { title: 'José Ñandú' } } });
    await desk.add('b', { multi_lang_data: { en: texts('Boat'), ko: texts('배') } });
    await desk.add('c');
    await localize('a', 'en', { summary: 'New' });
  });
  const listed = async (query: string) =>
    (await desk.propsOf(`/collection/matrix?${query}`)).found.rows.map(({ cid }: { cid: string }) => cid);

  test('says of each language whether it is complete, incomplete, missing or outdated', async () => {
    const view = { list: '/collection/matrix', name: 'No Korean', query: { missing: 'ko' } };
    expect((await office.admin.post('/api/v1/view', view)).status).toBe(200);
    expect((await desk.propsOf('/collection/matrix')).views).toMatchObject({
      builtIn: [{ name: 'All' }],
      saved: [{ name: 'No Korean', query: { missing: 'ko' } }],
    });
    expect((await desk.propsOf('/collection/matrix')).found).toMatchObject({
      total: 3,
      rows: [
        { cid: 'a', title: 'Title of a', states: { en: 'complete', es: 'begun', ko: 'outdated' } },
        { cid: 'b', states: { en: 'complete', ko: 'complete' } },
        { cid: 'c', states: { en: 'begun' } },
      ],
    });
  });

  test.each([
    ['missing=ko', ['c']],
    ['missing=tr', ['a', 'b', 'c']],
    ['begun=en', ['c']],
    ['begun=es&missing=tr', ['a']],
    ['outdated=ko', ['a']],
    ['outdated=en', []],
    ['search_val=jose+nandu', ['a']],
    ['search_val=등불', ['a']],
    ['missing=fr&sort=nonsense&page=x', ['a', 'b', 'c']],
    ['sort=cid.desc', ['c', 'b', 'a']],
  ])('is narrowed and sorted by %s', async (query, cids) => {
    expect(await listed(query)).toEqual(cids);
  });

  test('has the rows of a pasted list of cids, and names the others', async () => {
    const { found } = await desk.propsOf('/collection/matrix?search_val=a,+B%0anone-1&missing=es');
    expect(found).toMatchObject({ rows: [{ cid: 'b' }], total: 1, missing: ['a', 'none-1'] });
  });

  test('is exported under its filter, in the language of the reader', async () => {
    const { body } = await office.admin.get('/collection/matrix/export?search_val=title&sort=cid.desc');
    const lines = body.replace(/^\uFEFF/, '').split('\r\n');
    expect(lines.slice(0, -1)).toEqual([
      'Collection ID,Title,English,Español,日本語,한국어,Türkçe',
      'c,Title of c,Incomplete,Missing,Missing,Missing,Missing',
      'b,Title of b,Complete,Missing,Missing,Complete,Missing',
      'a,Title of a,Complete,Incomplete,Missing,Outdated,Missing',
    ]);
  });

  test('agrees with the page of a language', async () => {
    const { rows } = (await desk.propsOf('/collection/matrix')).found;
    for (const { cid, states } of rows) {
      expect(await page(cid, 'en')).toMatchObject({ states: { jp: 'empty', ...states } });
    }
  });
});
