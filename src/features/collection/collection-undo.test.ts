import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { collectionDesk } from './collection.fixture.ts';

let office: Office;
let ben: Person;
const desk = collectionDesk(() => office);
let cidxs: number[];
beforeAll(async () => {
  office = await startOffice();
  ben = await office.signIn('ben', true);
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  cidxs = [];
  for (const cid of ['a', 'b', 'c']) cidxs.push((await desk.add(cid)).cidx);
});

const ads = '/api/v1/collection/advertisement';
const done = async (answer: ReturnType<Person['put']>): Promise<number> => (await answer).json.results.act_idx;
const advertise = (cidx: number | undefined, adsOn: boolean, who: Person = office.admin) =>
  done(who.put(ads, { cidx, adsOn }));
const advertised = async () =>
  (
    await office.db
      .selectFrom('collection')
      .select('cid')
      .where('ads_place', 'is not', null)
      .orderBy('ads_place')
      .execute()
  )
    .map(({ cid }) => cid)
    .join('');
const theirs = { status: 409, json: { error: { code: 'undo.changed_since' } } };

describe('An advertisement', () => {
  test('that was removed comes back to its place, and one that was added goes', async () => {
    const [first] = [await advertise(cidxs[0], true), await advertise(cidxs[1], true)];
    await advertise(cidxs[2], true);
    const act = await advertise(cidxs[1], false);
    expect(await office.admin.undo(act)).toMatchObject({ status: 200, json: { results: { back: 1 } } });
    expect(await advertised()).toBe('abc');
    expect((await office.admin.undo(first)).status).toBe(200);
    expect(await advertised()).toBe('bc');
  });

  test('that somebody else removed and added since is left to them', async () => {
    const act = await advertise(cidxs[0], true);
    await advertise(cidxs[0], false, ben);
    await advertise(cidxs[0], true, ben);
    expect(await office.admin.undo(act)).toMatchObject(theirs);
    expect(await advertised()).toBe('a');
  });

  test('is put back where it was by undoing a new order', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    const act = await done(office.admin.put(`${ads}/order`, { sequence: cidxs.toReversed() }));
    await advertise(cidxs[1], false, ben);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await advertised()).toBe('ac');
  });
});

test('a lock is undone as a new version, unless it was unlocked since', async () => {
  const lock = (wanted: boolean) => done(desk.lock(cidxs[0] ?? 0, wanted));
  const act = await lock(true);
  expect((await office.admin.undo(act)).status).toBe(200);
  expect((await desk.get('a')).lock).toBe(false);
  expect(await desk.versions('a')).toHaveLength(3);
  const again = await lock(true);
  await lock(false);
  expect(await office.admin.undo(again)).toMatchObject(theirs);
});

test('the memo of a version is undone, whatever happened to the memos of others', async () => {
  await desk.lock(cidxs[0] ?? 0, true);
  const [newest, oldest] = (await desk.versions('a')).map((row: { ver_idx: number }) => row.ver_idx);
  const write = (version: number, memo: string, who: Person = office.admin) =>
    done(who.put(`/api/v1/collection/memo/${version}`, { memo }));
  const act = await write(oldest, 'before the fair');
  await write(newest, 'locked for the fair', ben);
  expect((await office.admin.undo(act)).status).toBe(200);
  expect((await desk.versions('a')).map((row: { memo: string }) => row.memo)).toEqual(['locked for the fair', '']);
  const second = await write(oldest, 'first');
  await write(oldest, 'the first', ben);
  expect(await office.admin.undo(second)).toMatchObject(theirs);
});

test('a save is undone as a new version; fields that somebody else changed since stay theirs, and that is said', async () => {
  const save = (body: object, who: Person = office.admin) => done(who.put('/api/v5/collection/a', body));
  const act = await save({ title: 'Lanterns', is_public: 'O', cefr_level: 'A1' });
  await save({ is_public: 'X' }, ben);
  const { undo: foreseen } = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(foreseen).toMatchObject({ back: 1, kept: 1, first: [{ reason: 'changed since, and kept in part' }] });
  expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 1, kept: 1 });
  expect(await desk.get('a')).toMatchObject({ default_title: 'Title of a', is_public: 'X', cefr_level: null });
});

test('texts are undone one by one: what colleagues saved in other languages meanwhile stays, and the same text is theirs', async () => {
  const text = (title: string) => ({ title, description: `<p>${title}</p>` });
  await desk.add('e', { multi_lang_data: { en: text('Lamp'), ko: text('등불') } });
  const localize = (locale: string, body: object, who: Person = office.admin) =>
    done(who.put(`/api/v5/collection/e/localize/${locale}`, body));
  const act = await localize('en', { title: 'Lantern', summary: 'A light' });
  await localize('ko', { title: '초롱' }, ben);
  await localize('tr', text('Lamba'), ben);
  await localize('en', { summary: 'A small light' }, ben);
  const { undo: foreseen } = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(foreseen).toMatchObject({ back: 1, kept: 1 });
  expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 1, kept: 1 });
  const { multi_lang_data: texts } = await desk.get('e');
  expect(texts).toMatchObject({
    en: { title: 'Title of e', summary: 'A small light' },
    ko: { title: '초롱' },
    tr: { title: 'Lamba' },
  });
  const made = await localize('es', text('Farol'));
  const again = await localize('es', { title: 'Linterna' }, ben);
  await localize('es', { title: 'Farol' }, ben);
  expect((await office.admin.undo(made)).json.results).toMatchObject({ back: 1, kept: 1 });
  expect((await desk.get('e')).multi_lang_data.es).toMatchObject({ title: 'Farol', description: '' });
  expect(await office.admin.undo(again)).toMatchObject(theirs);
});

describe('An undo of English texts', () => {
  const english = (title: string) => ({ title, summary: '', notice: '', description: `<p>${title}</p>` });
  const translated = { multi_lang_data: { en: english('Lamp'), ko: english('등불'), tr: english('Lamba') } };
  const localize = (locale: string, body: object) =>
    done(office.admin.put(`/api/v5/collection/d/localize/${locale}`, body));
  const states = async () => (await desk.propsOf('/collection/d/localize/ko')).states;
  const released = async (values: object) => {
    const { rel_idx: relIdx } = (await office.admin.post('/api/v1/release', { name: 'Spring' })).json.results;
    await office.admin.put(`/api/v1/release/${relIdx}/change`, { kind: 'collection', id: 'd', values });
    return done(office.admin.post(`/api/v1/release/${relIdx}/apply`, {}));
  };
  beforeEach(() => desk.add('d', translated));

  test('leaves no translation marked as older that was not', async () => {
    for (const change of [{ title: 'Lantern' }, { description: '<p>A lantern</p>' }]) {
      const act = await localize('en', change);
      expect(await states()).toMatchObject({ ko: 'outdated', tr: 'outdated' });
      expect((await office.admin.undo(act)).status).toBe(200);
      expect(await states()).toMatchObject({ ko: 'complete', tr: 'complete' });
    }
  });

  test('of a release marks what was translated meanwhile, from the text that it takes back', async () => {
    await localize('en', { summary: 'New' });
    await localize('ko', { summary: '새로운' });
    const act = await released({ title: 'Lantern' });
    await localize('tr', { title: 'Fener', summary: 'Yeni' });
    expect(await states()).toMatchObject({ ko: 'outdated', tr: 'complete' });
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await states()).toMatchObject({ ko: 'complete', tr: 'outdated' });
  });

  test('of a release of an older translation is one of one record', async () => {
    await localize('en', { title: 'Lights' });
    const act = await released({ multi_lang_data: { ko: { title: '불빛' } } });
    expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect((await desk.get('d')).multi_lang_data.ko).toMatchObject({ title: '등불' });
  });

  test('leaves a translation older that lacks an earlier change of the English', async () => {
    await localize('en', { title: 'Lights' });
    const act = await localize('en', { title: 'Lantern' });
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await states()).toMatchObject({ ko: 'outdated', tr: 'outdated' });
  });

  test('of a release, or a restored version, does so for all texts that it brings back', async () => {
    const [{ ver_idx: first }] = await desk.versions('d');
    await localize('en', { title: 'Lantern', notice: 'Soon' });
    expect((await desk.restore('d', first)).status).toBe(200);
    expect(await states()).toMatchObject({ ko: 'complete', tr: 'complete' });
    const act = await released({ title: 'Lantern', multi_lang_data: { en: { summary: 'In spring' } } });
    expect(await states()).toMatchObject({ ko: 'outdated', tr: 'outdated' });
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await states()).toMatchObject({ ko: 'complete', tr: 'complete' });
  });
});

describe('Undo of what concerns a collection as a whole', () => {
  const upload = async (seed: number) => {
    const form = new FormData();
    form.append('collection_image', new File([new Uint8Array(await jpeg(seed))], `${seed}.jpg`));
    const { results } = (await office.admin.upload('/api/v1/collection/a/image/cover', form)).json;
    return { path: results.files.collection_image[0], act: results.act_idx };
  };

  const shownPath = async () => {
    const { rows } = await sql<{ path: string }>`
      select folder || '/' || file_name as path from collection join collection_image i on i.img_idx = cover_img
      where cid = 'a'`.execute(office.db);
    return rows[0]?.path ?? null;
  };

  test('brings a replaced or deleted image back as a new version', async () => {
    const [first, second] = [await upload(1), await upload(2)];
    expect((await office.admin.undo(second.act)).status).toBe(200);
    expect(await shownPath()).toBe(first.path);
    const file = { target_ctl: 'collection', target_id: 'a', file_type: 'collection_cover', file_path: first.path };
    const act = await done(office.admin.delete('/api/v1/file', file));
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await shownPath()).toBe(first.path);
    expect(await desk.versions('a')).toHaveLength(6);
    const ours = await upload(3);
    const theirsNow = await upload(4);
    expect(await office.admin.undo(ours.act)).toMatchObject(theirs);
    expect(await shownPath()).toBe(theirsNow.path);
  });
  test('takes a mark back that says a translation is still right, unless the translation was saved since', async () => {
    const text = (title: string) => ({ title, description: `<p>${title}</p>` });
    await desk.add('e', { multi_lang_data: { en: text('Lamp'), ko: text('등불') } });
    const localize = (locale: string, body: object) =>
      office.admin.put(`/api/v5/collection/e/localize/${locale}`, body);
    const state = async () => (await desk.propsOf('/collection/e/localize/ko')).states.ko;
    const review = () => done(office.admin.put('/api/v5/collection/e/localize/ko/review', {}));
    await localize('en', { title: 'Lantern' });
    const act = await review();
    expect(await state()).toBe('complete');
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await state()).toBe('outdated');
    const again = await review();
    await localize('ko', { title: '초롱' });
    expect((await office.admin.undo(again)).status).toBe(409);
    expect(await state()).toBe('complete');
  });

  test('takes the restoring of a version back, with its contents; not once anything else was changed', async () => {
    const series = await desk.addSeries('First');
    const [book] = await desk.addBooks(series, await desk.addLevel(series, 'One'), 1);
    await desk.put('a', 'book', book ?? 0);
    await office.admin.put('/api/v5/collection/a', { is_public: 'O' });
    const [, , { ver_idx: first }] = await desk.versions('a');
    const restored = () => done(desk.restore('a', first, { reason: 'again' }));
    const act = await restored();
    expect((await desk.contents('a')).results).toEqual([]);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect((await desk.contents('a')).results).toHaveLength(1);
    expect((await desk.get('a')).is_public).toBe('O');
    const later = await restored();
    await office.admin.put('/api/v5/collection/a', { cefr_level: 'A1' });
    expect(await office.admin.undo(later)).toMatchObject(theirs);
  });

  test('takes the restoring of a version back also once later changes were undone, and what was done before it too', async () => {
    const series = await desk.addSeries('First');
    const [book = 0] = await desk.addBooks(series, await desk.addLevel(series, 'One'), 1);
    const added = await done(desk.put('a', 'book', book));
    const [, { ver_idx: first }] = await desk.versions('a');
    const act = await done(desk.restore('a', first));
    const later = await done(office.admin.put('/api/v5/collection/a', { cefr_level: 'A1' }));
    expect((await office.admin.undo(later)).status).toBe(200);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect((await desk.contents('a')).results).toHaveLength(1);
    expect(await office.admin.undo(added)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
    expect((await desk.contents('a')).results).toEqual([]);
  });

  test('takes the restoring of a version back only in what it changed: what was undone since, of before it, stays undone', async () => {
    const series = await desk.addSeries('First');
    const [one = 0, two = 0] = await desk.addBooks(series, await desk.addLevel(series, 'One'), 2);
    const saved = await done(office.admin.put('/api/v5/collection/a', { cefr_level: 'A1' }));
    const localized = await done(office.admin.put('/api/v5/collection/a/localize/ko', { title: '등불' }));
    const added = await done(desk.put('a', 'book', one));
    const [{ ver_idx: wanted }] = await desk.versions('a');
    await office.admin.put('/api/v5/collection/a', { is_public: 'O', title: 'Lanterns' });
    await desk.put('a', 'book', two);
    const act = await done(desk.restore('a', wanted));
    for (const earlier of [saved, localized, added])
      expect(await office.admin.undo(earlier)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
    expect((await office.admin.undo(act)).status).toBe(200);
    const { cefr_level: level, is_public: isPublic, multi_lang_data: texts } = await desk.get('a');
    expect({ level, isPublic, texts: Object.keys(texts) }).toEqual({ level: null, isPublic: 'O', texts: ['en'] });
    expect(texts.en.title).toBe('Lanterns');
    expect((await desk.contents('a')).results).toMatchObject([{ content_idx: two }]);
  });

  test('takes the restoring of a version back once the first text of a language and what was added to that language since are undone', async () => {
    await office.admin.put('/api/v5/collection/a', { is_public: 'O' });
    const [, { ver_idx: first }] = await desk.versions('a');
    const act = await done(desk.restore('a', first));
    const localize = (body: object) => done(office.admin.put('/api/v5/collection/a/localize/es', body));
    const acts = [await localize({ title: 'Farol' }), await localize({ summary: 'Una luz' }), act];
    for (const one of acts)
      expect(await office.admin.undo(one)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
    const { is_public: isPublic, multi_lang_data: texts } = await desk.get('a');
    expect({ isPublic, texts: Object.keys(texts) }).toEqual({ isPublic: 'O', texts: ['en'] });
  });

  test('takes a restoring of an earlier release back, which does not say which version it made', async () => {
    await office.admin.put('/api/v5/collection/a', { is_public: 'O' });
    const [, { ver_idx: first }] = await desk.versions('a');
    const act = await done(desk.restore('a', first));
    await office.db.deleteFrom('act_record').where('act_idx', '=', act).execute();
    office.clock.advance(1000);
    expect(
      (await office.admin.undo(await done(office.admin.put('/api/v5/collection/a', { cefr_level: 'A1' })))).status,
    ).toBe(200);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await desk.get('a')).toMatchObject({ is_public: 'O', cefr_level: null });
  });
});
