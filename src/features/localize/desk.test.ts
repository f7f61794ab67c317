import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
beforeEach(() => desk.clear());

const save = (cid: string, texts: object, base: object = {}) =>
  office.admin.put(`/api/v5/collection/${cid}/texts`, { texts, base });
const localize = (cid: string, locale: string, body: object) =>
  office.admin.put(`/api/v5/collection/${cid}/localize/${locale}`, body);
const card = async (cid: string, locale: string, field: string) =>
  (await office.admin.get(`/api/v5/collection/${cid}/localize/${locale}/text?field=${field}`)).json.results;
const grid = (query = '') => desk.propsOf(`/collection/matrix?${query}`);
const cids = async (query: string) => (await grid(query)).found.rows.map(({ cid }: { cid: string }) => cid);

describe('Texts saved from the grid', () => {
  test('become live in several languages at once, as one version and one entry of the trail', async () => {
    await desk.add('a');
    const texts = { es: { title: 'Farol', summary: ' Una luz ' }, ko: { title: '등불' } };
    expect(await save('a', texts, { es: { title: '', summary: '' }, ko: { title: '' } })).toMatchObject({
      status: 200,
      json: { results: { success: true, version: 2 } },
    });
    expect((await desk.get('a')).multi_lang_data).toMatchObject({
      en: { title: 'Title of a' },
      es: { title: 'Farol', summary: 'Una luz', notice: '' },
      ko: { title: '등불' },
    });
    expect(await desk.versions('a')).toHaveLength(2);
    expect((await desk.trail('a')).map(({ action }) => action)).toEqual(['collection.created', 'collection.updated']);
  });

  test('leave no trace if nothing differs, so a repeated save does no harm', async () => {
    await desk.add('a');
    for (const base of ['', '', '등불']) {
      expect((await save('a', { ko: { title: '등불' } }, { ko: { title: base } })).status).toBe(200);
    }
    expect(await desk.versions('a')).toHaveLength(2);
  });

  test('do not overwrite a text that somebody else changed meanwhile, and then none is saved', async () => {
    await desk.add('a');
    await localize('a', 'ko', { title: '램프', summary: '빛' });
    const texts = { ko: { title: '등불', summary: '작은 빛' }, es: { title: 'Farol' } };
    const refused = await save('a', texts, { ko: { title: '', summary: '빛' }, es: { title: '' } });
    expect(refused).toMatchObject({
      status: 409,
      json: {
        error: { code: 'error.stale', details: { changed: [{ locale: 'ko', field: 'title', text: '램프' }] } },
      },
    });
    expect(refused.json.error.message).toContain('after you opened this');
    expect((await desk.get('a')).multi_lang_data.es).toBeUndefined();
    expect((await save('a', texts, { ko: { title: '램프', summary: '빛' } })).status).toBe(200);
  });

  test('are saved although somebody else changed other texts and fields', async () => {
    await desk.add('a');
    await localize('a', 'ko', { summary: '빛' });
    await office.admin.put('/api/v5/collection/a', { is_public: 'O' });
    expect((await save('a', { ko: { title: '등불' } }, { ko: { title: '' } })).status).toBe(200);
    expect((await desk.get('a')).multi_lang_data.ko).toMatchObject({ title: '등불', summary: '빛' });
  });

  test('are harmless markup, within their limits, and keep the English title', async () => {
    await desk.add('a');
    await save('a', { ko: { description: '<p onclick="x()">빛<script>x()</script></p>' } });
    expect((await desk.get('a')).multi_lang_data.ko.description).toBe('<p>빛</p>');
    expect((await save('a', { ko: { title: 'x'.repeat(201) } })).json.error.fields).toHaveProperty('texts.ko.title');
    expect((await save('a', { en: { title: '' } })).status).toBe(400);
    expect((await save('a', { fr: { title: 'x' } })).status).toBe(400);
    expect((await save('none', { ko: { title: 'x' } })).status).toBe(404);
    expect((await office.staff.put('/api/v5/collection/a/texts', { texts: {} })).status).toBe(403);
  });
});

describe('A text', () => {
  const written = (title: string, summary: string) => ({ title, summary, notice: '', description: '<p>x</p>' });
  beforeEach(async () => {
    await desk.add('a', { multi_lang_data: { en: written('Lamp', 'A light'), ko: written('등불', '빛') } });
    await localize('a', 'en', { summary: 'A small light' });
  });
  const older = async () => {
    const { rows } = (await grid('text=summary')).found;
    return rows[0].texts.ko;
  };

  test('shows what changed in a long text paragraph by paragraph, if the translation has the paragraphs of the English', async () => {
    const texts = (...all: string[]) => all.map((text) => `<p>${text}</p>`).join('');
    await desk.add('long', {
      multi_lang_data: {
        en: { description: texts('One', 'Two', 'Three') },
        ko: { title: '가', description: texts('하나', '둘', '셋') },
        es: { title: 'A', description: texts('Uno y dos', 'Tres') },
      },
    });
    expect((await card('long', 'ko', 'description')).paragraphs).toBeNull();
    await localize('long', 'en', { description: texts('One', 'Two!', 'Three', 'Four') });
    expect((await card('long', 'ko', 'description')).paragraphs).toMatchObject([
      { state: 'same', own: 0 },
      {
        state: 'changed',
        own: 1,
        pieces: [
          { kind: 'same', text: 'Two' },
          { kind: 'new', text: '!' },
        ],
      },
      { state: 'same', own: 2 },
      { state: 'new', own: null },
    ]);
    expect((await card('long', 'es', 'description')).paragraphs).toBeNull();
  });

  test('is older than the English if that very text was changed there since', async () => {
    expect(await older()).toEqual({ text: '빛', isOlder: true });
    expect((await grid('text=title')).found.rows[0].texts.ko).toEqual({ text: '등불', isOlder: false });
    expect(await cids('text=summary&lack=older')).toEqual(['a']);
    expect(await cids('lack=older')).toEqual([]);
    expect((await card('a', 'ko', 'summary')).changes).toEqual([
      { kind: 'same', text: 'A ' },
      { kind: 'new', text: 'small ' },
      { kind: 'same', text: 'light' },
    ]);
  });

  test('stays older when another text of its language is saved from the grid, and its language stays outdated', async () => {
    await save('a', { ko: { title: '램프' } });
    expect(await older()).toMatchObject({ isOlder: true });
    expect((await grid()).found.rows[0].states.ko).toBe('outdated');
    const page = await desk.propsOf('/collection/a/localize/ko');
    expect(page).toMatchObject({ states: { ko: 'outdated' }, changes: { en: [{ field: 'summary' }] } });
    await save('a', { ko: { summary: '작은 빛' } });
    expect(await older()).toEqual({ text: '작은 빛', isOlder: false });
    expect((await grid()).found.rows[0].states.ko).toBe('complete');
  });

  test('is not older if it is saved together with the English, or its whole language is saved', async () => {
    await save('a', { en: { summary: 'A large light' }, ko: { summary: '큰 빛' } });
    expect(await older()).toMatchObject({ isOlder: false });
    await localize('a', 'en', { summary: 'Light' });
    await localize('a', 'ko', { title: '램프' });
    expect(await older()).toMatchObject({ isOlder: false });
  });

  test('is not older, nor compared with the English, if nothing but blanks was changed', async () => {
    await save('a', { ko: { summary: '작은 빛' } });
    await localize('a', 'en', { description: '<p>Two words</p>' });
    await save('a', { ko: { description: '<p>두 낱말</p>' } });
    await localize('a', 'en', { description: '<p>Two  words</p> ' });
    expect((await grid('text=description')).found.rows[0].texts.ko.isOlder).toBe(false);
    await localize('a', 'en', { description: '<p>Three words</p>' });
    await localize('a', 'ko', { description: '<p>두  낱말</p>' });
    expect((await grid('text=description')).found.rows[0].texts.ko.isOlder).toBe(true);
    await localize('a', 'en', { description: '<p>Two words</p>' });
    expect((await grid('text=description')).found.rows[0].texts.ko.isOlder).toBe(false);
  });

  test('that somebody marked as still right stays so, though a change of its blanks before that is undone', async () => {
    await save('a', { ko: { description: '<p>두 낱말</p>' } });
    await localize('a', 'en', { description: '<p>Two words</p>' });
    const { act_idx: act } = (await save('a', { ko: { description: '<p>두  낱말</p>' } })).json.results;
    const state = async () => (await grid('text=description')).found.rows[0].texts.ko;
    expect(await state()).toEqual({ text: '두 낱말', isOlder: true });
    await office.admin.put('/api/v5/collection/a/localize/ko/review', { field: 'description' });
    expect((await office.admin.undo(act)).status).toBe(200);
    expect((await desk.get('a')).multi_lang_data.ko.description).toBe('<p>두 낱말</p>');
    expect(await state()).toMatchObject({ isOlder: false });
  });

  test('is as old as it was once a save that made it new is undone', async () => {
    const actOf = ({ json }: { json: { results?: { act_idx: number }; collection?: object } }) =>
      json.results?.act_idx ?? 0;
    const undo = async (act: number) => expect((await office.admin.undo(act)).status).toBe(200);
    const { changes } = await card('a', 'ko', 'summary');
    const isAsBefore = async () => {
      expect(await older()).toEqual({ text: '빛', isOlder: true });
      expect((await card('a', 'ko', 'summary')).changes).toEqual(changes);
    };
    const first = actOf(await save('a', { ko: { summary: '작은 빛' } }));
    const second = actOf(await save('a', { ko: { summary: '작은 불빛' } }));
    await undo(second);
    expect(await older()).toEqual({ text: '작은 빛', isOlder: false });
    await undo(first);
    await isAsBefore();
    // A save of the whole language says that its other texts are right, too.
    const whole = actOf(await localize('a', 'ko', { title: '램프' }));
    expect(await older()).toMatchObject({ isOlder: false });
    await undo(whole);
    await isAsBefore();
    const both = actOf(await save('a', { en: { summary: 'A large light' }, ko: { summary: '큰 빛' } }));
    await undo(both);
    await isAsBefore();
    // A language that is gone comes back as old as it was.
    const none = { title: '', summary: '', notice: '', description: '' };
    await undo(actOf(await localize('a', 'ko', none)));
    await isAsBefore();
  });

  test('that was right is older where the English was saved since its save that is undone', async () => {
    await save('a', { ko: { summary: '작은 빛' } });
    const { act_idx: act } = (await save('a', { ko: { summary: '작은 불빛' } })).json.results;
    const { act_idx: english } = (await localize('a', 'en', { summary: 'A light again' })).json.results ?? {};
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await older()).toEqual({ text: '작은 빛', isOlder: true });
    expect((await office.admin.undo(english)).status).toBe(200);
    expect(await older()).toEqual({ text: '작은 빛', isOlder: false });
  });

  describe('is as old as it was', () => {
    const release = async (multi_lang_data: object): Promise<number> => {
      const { rel_idx: relIdx } = (await office.admin.post('/api/v1/release', { name: 'Spring' })).json.results;
      const change = { kind: 'collection', id: 'a', values: { multi_lang_data } };
      await office.admin.put(`/api/v1/release/${relIdx}/change`, change);
      return (await office.admin.post(`/api/v1/release/${relIdx}/apply`, {})).json.results.act_idx;
    };
    const undo = async (act: number) => expect((await office.admin.undo(act)).status).toBe(200);
    const isOlderStill = async () => {
      expect(await older()).toEqual({ text: '빛', isOlder: true });
      expect((await card('a', 'ko', 'summary')).changes).toContainEqual({ kind: 'new', text: 'small ' });
    };

    test('once a release of it is undone, or of another text of its language, or of the English too', async () => {
      for (const texts of [
        { ko: { summary: '작은 빛' } },
        { ko: { title: '램프' } },
        { en: { summary: 'A large light' }, ko: { summary: '큰 빛' } },
      ]) {
        const act = await release(texts);
        expect(await older()).toMatchObject({ isOlder: false });
        await undo(act);
        await isOlderStill();
      }
    });

    test('once a restored version of it is undone', async () => {
      const { act_idx: act } = (await save('a', { ko: { summary: '작은 빛' } })).json.results;
      const [{ ver_idx: translated }] = await desk.versions('a');
      await undo(act);
      const { act_idx: restored } = (await desk.restore('a', translated)).json.results;
      expect(await older()).toEqual({ text: '작은 빛', isOlder: false });
      await undo(restored);
      await isOlderStill();
    });

    test('so it is older where the English was saved since the release that is undone', async () => {
      await save('a', { ko: { summary: '작은 빛' } });
      const act = await release({ ko: { summary: '작은 불빛' } });
      await localize('a', 'en', { summary: 'A light again' });
      await undo(act);
      expect(await older()).toEqual({ text: '작은 빛', isOlder: true });
    });
  });

  test('can be marked as still right, alone', async () => {
    await localize('a', 'en', { title: 'Lantern' });
    const review = { version: 3, field: 'summary' };
    expect((await office.admin.put('/api/v5/collection/a/localize/ko/review', review)).status).toBe(200);
    expect(await older()).toMatchObject({ isOlder: false });
    expect((await grid()).found.rows[0].texts.ko.isOlder).toBe(true);
    expect((await card('a', 'ko', 'summary')).changes).toEqual([]);
    expect((await desk.trail('a')).at(-1)).toMatchObject({ after: { locale: 'ko', field: 'summary' } });
  });
});

describe('The figures of the grid', () => {
  test('count what is missing in each text, and what is written in each language, under its filter', async () => {
    await desk.add('a', { multi_lang_data: { en: { title: 'Lamp', summary: 'A light' }, ko: { title: '등불' } } });
    await desk.add('b', { is_public: 'O' });
    expect((await grid()).figures).toEqual({
      all: 2,
      lacking: { missing: 2, older: 0 },
      missing: { title: 7, summary: 4, notice: 0, description: 0 },
      written: { en: 2, es: 0, jp: 0, ko: 1, tr: 0 },
    });
    expect((await grid('text=summary&lack=missing')).figures).toMatchObject({
      all: 2,
      lacking: { missing: 1, older: 0 },
      written: { en: 1, ko: 0 },
    });
    expect(await cids('text=summary&lack=missing')).toEqual(['a']);
    expect((await grid('is_public=O')).figures).toMatchObject({ all: 1, missing: { title: 4 } });
    expect((await grid('search_val=nothing')).figures).toMatchObject({ all: 0, written: { en: 0 } });
  });

  test('stand beside the beginning of long texts, in plain words', async () => {
    await desk.add('a', {
      multi_lang_data: { en: { title: 'Lamp', notice: `<h2>On</h2><p>${'word '.repeat(99)}</p>` } },
    });
    const { text } = (await grid('text=notice')).found.rows[0].texts.en;
    expect([text.slice(0, 12), text.length]).toEqual(['On word word', 200]);
  });
});

describe('The memory of translations', () => {
  const add = (cid: string, en: string, ko: string) =>
    desk.add(cid, { title: en, multi_lang_data: { en: { title: en }, ko: { title: ko } } });

  test('shows how the same and similar texts were translated before, most similar first', async () => {
    await add('a', 'Science for curious readers', '');
    await add('b', 'Stories for curious readers', '호기심 많은 독자를 위한 이야기');
    await add('c', 'SCIENCE for curious readers', '호기심 많은 독자를 위한 과학');
    await add('d', 'Ghosts who bring their books back', '책을 돌려주는 유령들');
    await add('e', 'Stories for curious reader', '');
    const { memory, english, own } = await card('a', 'ko', 'title');
    expect([english, own]).toMatchObject([{ text: 'Science for curious readers', by: 'ada' }, { text: '' }]);
    expect(memory).toMatchObject([
      { cid: 'c', likeness: 1, text: '호기심 많은 독자를 위한 과학', title: 'SCIENCE for curious readers' },
      {
        cid: 'b',
        text: '호기심 많은 독자를 위한 이야기',
        from: [
          { kind: 'new', text: 'Stories' },
          { kind: 'same', text: ' for curious readers' },
        ],
      },
    ]);
    expect(memory[1].likeness).toBeGreaterThan(0.5);
    expect((await card('a', 'tr', 'title')).memory).toEqual([]);
    expect((await card('a', 'en', 'title')).memory).toEqual([]);
  });

  test('shows a translation that many collections share once, and forgets what was deleted', async () => {
    await add('a', 'Read aloud', '');
    for (const cid of ['b', 'c']) await add(cid, 'Read aloud', '소리 내어 읽기');
    const found = async () => (await card('a', 'ko', 'title')).memory.map(({ cid }: { cid: string }) => cid);
    expect(await found()).toHaveLength(1);
    for (const cid of ['b', 'c']) await office.admin.delete(`/api/v5/collection/${cid}`);
    expect(await found()).toEqual([]);
  });

  test('compares the words of rich texts, not their markup', async () => {
    const rich = (en: string, ko: string) => ({
      en: { title: 'x', description: en },
      ko: { title: 'y', description: ko },
    });
    await desk.add('a', { multi_lang_data: rich('<p>Twelve stories from one quiet street</p>', '') });
    await desk.add('b', {
      multi_lang_data: rich('<h2>Twelve <em>stories</em> from one quiet street</h2>', '<p>조용한 골목의 이야기</p>'),
    });
    const { memory } = await card('a', 'ko', 'description');
    expect(memory).toMatchObject([{ cid: 'b', likeness: 1, text: '<p>조용한 골목의 이야기</p>' }]);
  });
});
