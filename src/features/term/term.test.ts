import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { faultDesk } from '#features/fault/fault.fixture.ts';
import { rowsOf, sheetFile, textsDesk, xliffFile } from '#features/texts/texts.fixture.ts';
import { readCsv } from '#kernel/sheets/csv-read.ts';
import { allCells, saved } from '#kernel/sheets/xlsx.fixture.ts';
import { formsPattern, saysOneOf, termPattern, termReader } from '#kernel/text/house-terms.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
const faults = faultDesk(() => office);
const files = textsDesk(() => office);
beforeEach(async () => {
  await desk.clear();
  await office.db.deleteFrom('term').execute();
});

const reader = { term: 'reader', note: 'Not “user”', texts: { ko: '독자', es: 'lector', tr: 'okur, okuyucu' } };
const add = async (body: object = reader): Promise<{ term_idx: number; act_idx: number }> =>
  must(await office.admin.post('/api/v1/term', body));
const change = async (id: number, body: object) => must(await office.admin.put(`/api/v1/term/${id}`, body));
const shown = async (id: number) => must(await office.admin.get(`/api/v1/term/${id}`));
const listed = async (query = '') =>
  must(await office.admin.get(`/api/v1/term${query}`)).map(({ term }: { term: string }) => term);
const undo = (act: number) => office.admin.post(`/api/v1/act/${act}/undo`);
const texts = (title: string, others: object = {}) => ({ title, summary: '', notice: '', description: '', ...others });
const collection = (cid: string, multi_lang_data: { en: { title: string } } & Record<string, object>) =>
  desk.add(cid, { title: multi_lang_data.en.title, multi_lang_data });

describe('Terms', () => {
  test('are added, found in any language, changed and deleted, and each of it is undone', async () => {
    const { term_idx, act_idx } = await add();
    await add({ term: 'Laura', keep: true });
    await add({ term: 'page' });
    expect(await shown(term_idx)).toMatchObject({ ...reader, keep: false, texts: { ...reader.texts, jp: '' } });
    expect(await listed()).toEqual(['Laura', 'page', 'reader']);
    expect(await listed('?search_val=독자')).toEqual(['reader']);
    expect(await listed('?only=missing')).toEqual(['page', 'reader']);
    expect(await listed('?only=kept')).toEqual(['Laura']);
    const { version, act_idx: changed } = await change(term_idx, { texts: { jp: '読者' }, version: 1 });
    expect(version).toBe(2);
    expect((await shown(term_idx)).texts).toEqual({ ...reader.texts, jp: '読者' });
    expect((await undo(changed)).status).toBe(200);
    expect((await shown(term_idx)).texts.jp).toBe('');
    const { act_idx: gone } = must(await office.admin.delete(`/api/v1/term/${term_idx}`));
    expect((await office.admin.get(`/api/v1/term/${term_idx}`)).status).toBe(404);
    expect((await undo(gone)).status).toBe(200);
    expect(await shown(term_idx)).toMatchObject(reader);
    expect((await undo(act_idx)).status).toBe(200);
    expect(await listed()).toEqual(['Laura', 'page']);
  });

  test('have their trail, with the languages by name', async () => {
    const { term_idx } = await add();
    await change(term_idx, { texts: { ko: '읽는이' } });
    const [line] = must(await office.admin.get(`/api/v1/audit/of/term/${term_idx}`)).lines;
    expect(JSON.stringify(line)).toContain('한국어');
    expect(JSON.stringify(line)).toContain('읽는이');
  });

  test('are there once, however they are written, and changed over no newer version', async () => {
    const { term_idx } = await add();
    const twice = await office.admin.post('/api/v1/term', { term: 'READER' });
    expect([twice.status, twice.json.error.fields]).toEqual([409, { term: 'There is this term already.' }]);
    const [one, other] = await Promise.all(
      ['a', 'b'].map((note) => office.admin.put(`/api/v1/term/${term_idx}`, { note, version: 1 })),
    );
    expect([one?.status, other?.status].toSorted((a = 0, b = 0) => a - b)).toEqual([200, 409]);
    expect((await office.admin.post('/api/v1/term', { term: ' ' })).status).toBe(400);
    expect((await office.admin.post('/api/v1/term', { term: 'x', texts: { fr: 'y' } })).status).toBe(400);
    expect((await office.admin.put(`/api/v1/term/${term_idx}`, { texts: { ko: 'x'.repeat(201) } })).status).toBe(400);
  });

  test('leave as a sheet with a column for each language', async () => {
    await add();
    const { bytes } = await office.admin.get('/term/export?as=csv');
    const rows = await allCells(readCsv(await saved(bytes)));
    expect(rows.slice(0, 2)).toEqual([
      ['English', 'Español', '日本語', '한국어', 'Türkçe', 'Not translated', 'Note'],
      ['reader', 'lector', '', '독자', 'okur, okuyucu', 'No', 'Not “user”'],
    ]);
  });
});

describe('The texts of collections', () => {
  test('are shown at the desk with the terms that their English has', async () => {
    await add();
    await add({ term: 'Laura', keep: true });
    await collection('a', { en: texts('Readers of Laura'), ko: texts('로라의 리더') });
    const card = async (locale: string) =>
      must(await office.admin.get(`/api/v5/collection/a/localize/${locale}/text?field=title`)).terms;
    expect(await card('ko')).toMatchObject([
      { term: 'reader', forms: ['독자'], note: 'Not “user”', kept: false },
      { term: 'Laura', forms: ['Laura'], kept: true },
    ]);
    expect(await card('jp')).toMatchObject([{ term: 'Laura' }]);
    expect(await card('en')).toEqual([]);
    const { terms } = await desk.propsOf('/collection/a/localize/ko');
    expect(terms.title.map(({ term }: { term: string }) => term)).toEqual(['reader', 'Laura']);
  });

  test('leave in XLIFF with the terms as a note, in a sheet in a column, and come back with a hint where one is not said', async () => {
    await add();
    await collection('a', { en: texts('The reader', { summary: 'For every reader of the house' }) });
    for (const as of ['xliff', 'xliff12']) {
      const { body } = await files.out(`to=ko&as=${as}`);
      expect(body).toContain('reader = 독자 (Not “user”)');
      const filled = body.replace(/<source>The reader<\/source>/, '$&<target>그 리더</target>');
      const state = await files.state(await files.stage(xliffFile(filled)));
      expect(state).toMatchObject({ changed: 1, wrong: 0, conflicts: 0 });
      expect(state.rows[0].terms).toEqual([
        {
          term: 'reader',
          forms: ['독자'],
          english: [
            { kind: 'same', text: 'The ' },
            { kind: 'new', text: 'reader' },
          ],
        },
      ]);
    }
    const { bytes } = await files.out('to=ko&as=xlsx');
    const [heading = [], ...rows] = await rowsOf(bytes);
    const column = heading.indexOf('ko: terms');
    expect(rows.map((row) => row[column])).toEqual(['reader = 독자 (Not “user”)', 'reader = 독자 (Not “user”)']);
    const sheet = await sheetOf(bytes, '모든 독자를 위한');
    expect((await files.state(await files.stage(sheet))).rows[0].terms).toEqual([]);
  });

  async function sheetOf(bytes: Uint8Array, summary: string) {
    const rows = await rowsOf(bytes);
    const column = rows[0]?.indexOf('ko') ?? -1;
    return sheetFile(rows.map((row) => (row[2] === 'summary' ? row.with(column, summary) : row)));
  }
});

test('What titles and summaries repeat is proposed with its translations, until it is a term', async () => {
  for (const [cid, en, ko, es] of [
    ['a', 'The blue kettle', '파란 주전자', 'La tetera azul'],
    ['b', 'A kettle for two', '둘을 위한 주전자', 'Una tetera para dos'],
    ['c', 'Kettle songs', '주전자의 노래', 'Canciones de la tetera'],
    ['d', 'The sea', '바다', 'El mar'],
  ] as const)
    await collection(cid, { en: texts(en), ko: texts(ko), es: texts(es) });
  const proposals = async () => (await desk.propsOf('/term/proposals')).proposals;
  expect(await proposals()).toEqual([
    {
      term: 'kettle',
      count: 3,
      kept: false,
      forms: {
        es: { form: 'tetera', said: 3, of: 3, except: null },
        ko: { form: '주전자', said: 3, of: 3, except: null },
      },
    },
  ]);
  await add({ term: 'kettles' });
  expect(await proposals()).toHaveLength(1);
  await add({ term: 'kettle' });
  expect(await proposals()).toEqual([]);
});

describe('A term that was changed', () => {
  const ids = () => faults.ids('term_changed');

  test('finds the texts that say what it was called before, until they say what it is called now', async () => {
    const { term_idx } = await add({ ...reader, texts: { ko: '리더', es: 'lector' } });
    await collection('old', { en: texts('The readers'), ko: texts('리더들'), es: texts('Los lectores') });
    await collection('new', { en: texts('One reader'), ko: texts('독자와 리더') });
    await collection('other', { en: texts('A leader'), ko: texts('리더') });
    expect(await ids()).toEqual([]);
    const { act_idx } = await change(term_idx, { texts: { ko: '독자' } });
    expect(await ids()).toEqual(['old']);
    expect((await faults.rows('term_changed'))[0].line).toBe('ko title: reader, 리더');
    await undo(act_idx);
    expect(await ids()).toEqual([]);
    await change(term_idx, { texts: { ko: '독자' } });
    await office.admin.put('/api/v5/collection/old/localize/ko', { title: '독자들' });
    expect(await ids()).toEqual([]);
  });

  test('finds English texts with its former name, and texts that translate what is not translated any more', async () => {
    const { term_idx } = await add({ term: 'Lantern Street', texts: { ko: '등불 거리' } });
    await collection('a', { en: texts('Snow on Lantern Street'), ko: texts('등불 거리의 눈') });
    await change(term_idx, { keep: true });
    expect(await ids()).toEqual(['a']);
    await change(term_idx, { keep: false, term: 'Lamp Street' });
    expect((await faults.rows('term_changed'))[0].line).toBe('en title: Lamp Street, Lantern Street');
    await office.admin.delete(`/api/v1/term/${term_idx}`);
    expect(await ids()).toEqual([]);
  });
});

test('The database finds terms and forms in exactly the texts in which the rules do', async () => {
  const terms = [
    'reader',
    'story',
    'C++',
    'night market',
    'Señor',
    'a.b',
    'toy',
    'Österreich',
    '독자',
    'x|y',
    '(a)',
    'ガイド',
    '²',
    '-',
  ];
  const said = [
    'Readers’ stories',
    'reader-story',
    'NIGHT\n MARKETS',
    'c++ and toys',
    'senores',
    'axb',
    'a.b',
    'Proofreaders',
    'österreichs',
    '독자는',
    'xy',
    'x|y (a)',
    'か\u3099イド ガイドを',
    '“reader”,reader;reader',
    'm²',
    '',
  ];
  for (const term of terms)
    for (const text of said) {
      const { rows } = await sql<{ term: boolean; form: boolean }>`
        select normalize(strip(${text}), NFC) ~ ${termPattern(term)} as term,
          normalize(strip(${text}), NFC) ~ ${formsPattern([term, 'zz'])} as form`.execute(office.db);
      const house = { term, href: '', note: '', kept: true, forms: {} };
      const rules = { term: termReader([house])(text, 'ko').length > 0, form: saysOneOf(text, [term, 'zz']) };
      expect({ name: term, text, ...rows[0] }).toEqual({ name: term, text, ...rules });
    }
});
