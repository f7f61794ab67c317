import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { draftSteps } from './draft.fixture.ts';
import { type ProviderName, providers } from './draft.rules.ts';
import { type ProviderDouble, startProvider } from './provider-double.fixture.ts';

let office: Office;
let doubles: Record<ProviderName, ProviderDouble>;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  const started = await Promise.all(providers.map(async (name) => [name, await startProvider(name)] as const));
  doubles = Object.fromEntries(started) as typeof doubles;
});
afterAll(async () => {
  for (const double of Object.values(doubles)) await double.close();
  await office.close();
});

const desk = collectionDesk(() => office);
const drafts = draftSteps(() => office);
beforeEach(async () => {
  await desk.clear();
  await drafts.clear();
});
afterEach(() => {
  for (const double of Object.values(doubles)) Object.assign(double, { sent: [], answer: undefined });
});

const english = {
  title: 'Read {title} aloud',
  summary: 'One page & another.\nSee https://example.org/a?b=1.',
  description:
    '<h2>Pages</h2><p>Read <a href="https://example.org/" target="_blank" rel="noopener noreferrer">all</a> of %s.</p>',
};
const add = (cid: string, texts: Record<string, string> & { title: string } = english) =>
  desk.add(cid, { title: texts.title, multi_lang_data: { en: texts } });

describe('Drafts', () => {
  test('are off until somebody chooses a provider, and then cost nothing to foresee', async () => {
    await add('a');
    expect(await drafts.request(['a'])).toMatchObject({ status: 409, json: { error: { code: 'draft.off' } } });
    await drafts.choose('deepl', doubles.deepl, { price: '20', currency: 'USD' });
    const characters = Object.values(english).join('').length;
    expect((await drafts.request(['a'], { to: ['ko', 'jp'], dry_run: true })).json.results).toEqual({
      characters: characters * 2,
      cost: { amount: ((characters * 40) / 1e6).toFixed(4), currency: 'USD' },
      drafts: 6,
      left: 500_000,
    });
    expect(doubles.deepl.sent).toEqual([]);
    expect(await drafts.list('a')).toEqual([]);
    expect(await drafts.used()).toBe(0);
  });

  test.each(providers)('of %s wait for a person, with markup and placeholders as they were', async (name) => {
    await drafts.choose(name, doubles[name]);
    await add('a');
    await drafts.request(['a'], { to: ['ko', 'tr'] });
    const made = await drafts.made('a');
    expect(made.map(({ state, problem }: { state: string; problem: string }) => problem ?? state)).toEqual(
      Array.from({ length: 6 }, () => 'waiting'),
    );
    const text = (field: string, locale: string) =>
      made.find((one: { field: string; locale: string }) => one.field === field && one.locale === locale).text;
    expect(text('title', 'ko')).toContain('{title}');
    expect(text('title', 'ko')).toMatch(/번역한 글/);
    expect(text('summary', 'ko').split('\n')).toHaveLength(2);
    expect(text('summary', 'tr')).toContain('https://example.org/a?b=1');
    expect(text('description', 'tr')).toMatch(/^<h2>.*çevrilen.*<\/h2><p>.*<a href="https:\/\/example.org\/"/s);
    // Nothing is live, and what was sent counts.
    expect(Object.keys((await desk.get('a')).multi_lang_data)).toEqual(['en']);
    expect(await drafts.used()).toBe(Object.values(english).join('').length * 2);
    expect((await trail()).slice(0, 3)).toMatchObject([
      { action: 'draft.requested', actor: 'ada' },
      { action: 'draft.made' },
      { action: 'draft.made' },
    ]);
  });

  test('are requested only of what is missing or older, and never twice', async () => {
    await drafts.choose('deepl', doubles.deepl);
    await add('a', { title: 'Lamp', summary: 'A light' });
    await office.admin.put('/api/v5/collection/a/localize/ko', { title: '등불', summary: '빛' });
    expect((await drafts.request(['a'])).json.results).toMatchObject({ drafts: 0, characters: 0 });
    await office.admin.put('/api/v5/collection/a/localize/en', { summary: 'A small light' });
    const both = await Promise.all([drafts.request(['a']), drafts.request(['a'])]);
    expect(both.map(({ json }) => json.results.drafts).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await drafts.made('a')).toMatchObject([{ field: 'summary', over: '빛', state: 'waiting' }]);
    expect((await drafts.request(['a'])).json.results.drafts).toBe(0);
    expect(doubles.deepl.sent).toMatchObject([{ texts: ['A small light'], target: 'KO' }]);
  });

  test('end once their text is saved or their source is changed, and can then be requested again', async () => {
    await drafts.choose('google', doubles.google);
    await add('a', { title: 'Lamp', summary: 'A light' });
    await drafts.request(['a']);
    await drafts.made('a');
    await office.admin.put('/api/v5/collection/a/localize/ko', { title: '등불' });
    expect(await drafts.list('a')).toMatchObject([{ field: 'summary' }]);
    await office.admin.put('/api/v5/collection/a/localize/en', { summary: 'Light' });
    expect(await drafts.list('a')).toEqual([]);
    expect((await drafts.request(['a'], { fields: ['summary'] })).json.results.drafts).toBe(1);
    expect(await drafts.made('a')).toMatchObject([{ field: 'summary', state: 'waiting' }]);
  });

  test('are dropped by a person, which the trail of the record tells', async () => {
    await drafts.choose('google', doubles.google);
    await add('a', { title: 'Lamp' });
    await drafts.request(['a']);
    const [{ draft_idx }] = await drafts.made('a');
    expect((await office.admin.delete(`/api/v1/draft/${draft_idx}`)).status).toBe(200);
    expect((await office.admin.delete(`/api/v1/draft/${draft_idx}`)).status).toBe(404);
    expect(await drafts.list('a')).toEqual([]);
    const { body } = await office.admin.get('/audit/of/collection/a');
    expect(body).toContain('draft dropped');
  });

  test('are made in requests that the provider can take: a text of its own for a model', async () => {
    for (const cid of ['a', 'b', 'c']) await add(cid, { title: `Lamp ${cid}` });
    await drafts.choose('openai', doubles.openai);
    await drafts.request(['a', 'b', 'c']);
    await drafts.made('a,b,c');
    expect(doubles.openai.sent.map(({ texts }) => texts.length)).toEqual([1, 1, 1]);
    await drafts.choose('deepl', doubles.deepl);
    await drafts.request(['a', 'b', 'c'], { to: ['jp'] });
    await drafts.made('a,b,c');
    expect(doubles.deepl.sent.map(({ texts }) => texts.length)).toEqual([3]);
  });
});

describe('The limit of a month', () => {
  test('is not exceeded by two instances together, and says what is left', async () => {
    const other = await startOffice({ beside: office });
    const cids = ['a', 'b', 'c', 'd', 'e'];
    for (const cid of cids) await add(cid, { title: '1234567890' });
    await drafts.choose('libretranslate', doubles.libretranslate, { characters_a_month: 25 });
    const answers = await Promise.all(
      cids.map((cid, nth) =>
        (nth % 2 === 0 ? office : other).admin.post('/api/v1/draft', { kind: 'collection', ids: [cid], to: ['ko'] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.error.message).toContain('This takes 10 characters, and 5 are left this month');
    expect(await drafts.used()).toBe(20);
    await other.close();
  });
});

describe('The key', () => {
  test('is written and never read, sealed, and told in the trail without itself', async () => {
    await drafts.choose('deepl', doubles.deepl);
    const { json } = await office.admin.get('/api/v1/setting');
    expect(JSON.stringify(json)).not.toContain('right-key');
    const { rows } = await sql<{ all: string }>`
      select concat((select string_agg(a::text, ' ') from audit a), (select string_agg(k::text, ' ') from draft_key k),
        (select string_agg(s::text, ' ') from setting s)) as all`.execute(office.db);
    expect(rows[0]?.all).toContain('draft.key_set');
    expect(rows[0]?.all).not.toContain('right-key');
    const sealed = await office.db.selectFrom('draft_key').select('sealed').executeTakeFirstOrThrow();
    expect(sealed.sealed.includes('right-key')).toBe(false);
  });

  test('is sent to no other address than the one it was given for', async () => {
    await add('a', { title: 'Lamp' });
    await drafts.choose('deepl', doubles.deepl);
    await office.admin.put('/api/v1/setting/drafts', { value: { provider: 'deepl', url: doubles.google.url } });
    expect(await drafts.request(['a'])).toMatchObject({ status: 409, json: { error: { code: 'draft.no_key' } } });
    await office.admin.put('/api/v1/setting/drafts', { value: { provider: 'deepl', url: doubles.deepl.url } });
    expect((await drafts.request(['a'])).status).toBe(200);
    await drafts.made('a');
  });
});

describe('The setting', () => {
  test.each([
    ['an address that is none', { url: 'nothing' }, 'draft.address_rule'],
    ['a server without a model', { provider: 'openai', url: 'http://127.0.0.1:9', model: '' }, 'draft.needs_model'],
  ])('refuses %s', async (_, over, code) => {
    const refused = await office.admin.put('/api/v1/setting/drafts', { value: { provider: 'deepl', ...over } });
    expect(refused).toMatchObject({ status: 422, json: { error: { code } } });
  });

  test('is undone, and the key stays', async () => {
    await add('a', { title: 'Lamp' });
    await drafts.choose('deepl', doubles.deepl);
    const { json } = await drafts.choose('off', {});
    expect((await office.admin.post(`/api/v1/act/${json.results.act_idx}/undo`, {})).status).toBe(200);
    expect((await drafts.request(['a'])).status).toBe(200);
    await drafts.made('a');
  });
});

describe('A trial', () => {
  test('translates one sentence, counts, and stores nothing of it', async () => {
    await drafts.choose('deepl', doubles.deepl);
    const { results } = (await office.admin.post('/api/v1/draft/try', { to: 'ko' })).json;
    expect(results).toMatchObject({ text: expect.stringContaining('{title}'), problem: null });
    expect(await drafts.used()).toBeGreaterThan(0);
    await drafts.choose('deepl', doubles.deepl, { key: 'wrong' });
    const before = await drafts.used();
    expect((await office.admin.post('/api/v1/draft/try', { to: 'ko' })).json.results).toMatchObject({
      text: null,
      problem: 'The provider does not accept the key.',
    });
    expect(await drafts.used()).toBe(before);
  });
});

describe('The doctor', () => {
  test.each(providers)('asks whether %s is there and takes the key, and translates nothing', async (name) => {
    const finding = async () =>
      (await office.admin.get('/api/v1/doctor')).json.results.find(
        ({ check }: { check: string }) => check === 'drafts',
      );
    expect(await finding()).toMatchObject({ state: 'ok', text: expect.stringContaining('off') });
    await drafts.choose(name, doubles[name]);
    expect(await finding()).toMatchObject({ state: 'ok', text: expect.stringContaining('answers') });
    await drafts.choose(name, { url: `${doubles[name].url}/nothing` });
    expect(await finding()).toMatchObject({ state: 'warn' });
    expect(doubles[name].sent).toEqual([]);
  });
});

const trail = () =>
  office.db
    .selectFrom('audit')
    .select(['action', 'actor', 'after'])
    .where('entity', '=', 'draft')
    .where('entity_id', '<>', 'key')
    .orderBy('audit_idx')
    .execute();
