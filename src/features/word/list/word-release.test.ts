import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { wordDesk } from '../sentence.fixture.ts';
import { listOf } from './word-rows.rules.ts';

let office: Office;
const desk = wordDesk(() => office);
const releases = releaseDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await releases.clear();
  await desk.clear();
  await office.admin.put('/api/v1/book', { bids: ['B1'], published: true });
});

interface ShownWord {
  word_idx: number;
  word: string;
  sentences: { sent_idx: number; sentence: string; mdr_targeted: string; audio: { url: string } | null }[];
}

/** The words as readers get them. */
const shown = async (): Promise<ShownWord[]> => (await releases.results('books/B1')).words;

/** The words as a list for a release. */
const listed = async () =>
  (await shown()).map(({ word_idx, word, sentences }) => ({
    word_idx,
    word,
    sentences: sentences.map(({ sent_idx, sentence, mdr_targeted, audio }) => ({
      sent_idx,
      sentence,
      mdr_targeted,
      audio: audio?.url ?? null,
    })),
  }));

const uploaded = async (): Promise<string> =>
  releases.must(await desk.send('/api/v1/book/B1/audio', {}, desk.voice)).audio_path;

/** Sun with two sentences, of which one has audio, and moon with one. */
async function library() {
  const [sun, moon] = [await desk.addWord('sun'), await desk.addWord('moon')];
  await desk.addSentence(sun, 'The sun rises.', desk.voice);
  await desk.addSentence(sun, 'The sun sets.');
  await desk.addSentence(moon, 'The moon rises.', desk.voice);
  return { sun, moon, list: await listed() };
}

const sentence = (text: string, audio: string | null = null) => ({ sentence: text, mdr_targeted: 'Y', audio });

test('a release adds, renames, rewrites and deletes words and sentences of a book and replaces audio; an undo gives all of it back', async () => {
  const { sun, list } = await library();
  const before = await shown();
  const audio = await uploaded();
  const [words] = [list.find(({ word_idx }) => word_idx === sun)];
  const [rises, sets] = words?.sentences ?? [];
  const rel = await releases.release();
  await releases.putIn(rel, 'words', 'B1', {
    words: [
      {
        word_idx: sun,
        word: 'Morning sun',
        sentences: [{ ...rises, audio }, { ...sets, sentence: 'It sets.' }, sentence('It shines.')],
      },
      { word: 'star', sentences: [sentence('A star.', await uploaded())] },
    ],
  });
  expect(await shown()).toEqual(before);
  // Who looks at the release can hear what is there, and what comes.
  const heard = (await releases.read(rel)).changes[0].fields.flatMap((field: { files?: object }) => field.files ?? []);
  const sound = (name: string) => ({
    href: expect.any(String),
    ms: expect.any(Number),
    name: expect.stringContaining(name),
  });
  expect(heard).toContainEqual({ before: [sound('The sun rises.')], after: [sound('The sun rises.')] });
  expect(heard).toContainEqual({ before: [], after: [sound('A star. · 0.0')] });
  const page = (await office.admin.get(`/release/${rel}`)).body;
  for (const { href } of heard.flatMap((one: Record<string, object[]>) => Object.values(one).flat()))
    expect(page).toContain(`src="${href}"`);
  const files = await desk.files();
  const { act_idx: act } = releases.must(await releases.apply(rel));
  const after = await shown();
  expect(after.map(({ word, sentences }) => [word, sentences.map((one) => one.sentence)])).toEqual([
    ['morning_sun', ['The sun rises.', 'It sets.', 'It shines.']],
    ['star', ['A star.']],
  ]);
  expect(after[0]?.word_idx).toBe(sun);
  expect(after[0]?.sentences[0]?.audio?.url).toContain(audio);
  expect(await desk.files()).toEqual(files);
  releases.must(await releases.undo(act));
  expect(await shown()).toEqual(before);
});

test('a release says which words and sentences it changes', async () => {
  const { list } = await library();
  const rel = await releases.release();
  const [first, second] = list;
  await releases.putIn(rel, 'words', 'B1', {
    words: [
      { ...first, sentences: [{ ...first?.sentences[0], sentence: 'New.' }, ...(first?.sentences.slice(1) ?? [])] },
      { word: 'star', sentences: [sentence('A star.')] },
    ],
  });
  const [change] = (await releases.read(rel)).changes;
  expect(change).toMatchObject({ kind: 'words', id: 'B1', href: '/book/B1' });
  expect(change.fields.map(({ label, before, after }: Record<string, string>) => [label, before, after])).toEqual([
    ['Word', `${second?.word}: ${second?.sentences.map((one) => one.sentence).join(' · ')}`, ''],
    [first?.word, first?.sentences[0]?.sentence, 'New.'],
    ['Word', '', 'star: A star.'],
  ]);
});

test('its page says how many words change for readers, and what its books lack once it is applied', async () => {
  const rel = await releases.release();
  const body = async (): Promise<string> => (await office.admin.get(`/release/${rel}`)).body;
  const level = { level_type: 'Lexile', lexile: '500L' };
  await releases.putIn(rel, 'book', 'B2', { published: true, level_type: 'CEFR', cefr_level: null });
  for (const gap of ['1 has no words', '1 has no reading level']) expect(await body()).toContain(gap);
  await releases.putIn(rel, 'book', 'B2', { published: true, ...level });
  const star = { word: 'star', sentences: [sentence('A star.'), sentence('Stars shine.', await uploaded())] };
  await releases.putIn(rel, 'words', 'B2', { words: [star, { word: 'sky' }] });
  const { title } = (await office.admin.get('/api/v1/book?bid=B2')).json.results[0];
  for (const text of [`2 words and 2 sentences in ${title}`, '1 sentence has no audio'])
    expect(await body()).toContain(text);
  for (const gap of ['has no words', 'has no reading level']) expect(await body()).not.toContain(gap);
});

test('what two people put into a release for one book comes together, and so does what others change until then', async () => {
  const { list } = await library();
  const rel = await releases.release();
  const star = [...list, { word: 'star', sentences: [] }];
  const sky = [...list.slice(1), { word: 'sky', sentences: [] }];
  await releases.putIn(rel, 'words', 'B1', { words: star, base: list }, { merge: true });
  await releases.putIn(rel, 'words', 'B1', { words: sky, base: list }, { merge: true });
  await desk.addWord('cloud');
  const conflict = await releases.conflict(rel);
  expect(conflict.fields.map(({ after }: { after: string }) => after)).toContain('star');
  expect((await releases.apply(rel)).status).toBe(409);
  const [{ chg_idx: change }] = (await releases.read(rel)).changes;
  releases.must(await releases.decide(rel, change, 'anyway'));
  releases.must(await releases.apply(rel));
  expect((await shown()).map(({ word }) => word).toSorted()).toEqual(
    [...list.slice(1).map(({ word }) => word), 'cloud', 'sky', 'star'].toSorted(),
  );
});

test('the sheet begins with what the release already changes in the book, to rename, rewrite and delete it again', async () => {
  const { list } = await library();
  const rel = await releases.release();
  const added = ['star', 'sky'].map((word) => ({ word, sentences: [sentence(`A ${word}.`, null)] }));
  await releases.putIn(rel, 'words', 'B1', { words: [...list, ...added], base: list }, { merge: true });
  const cookie = `${office.admin.cookie}; release=${rel}`;
  const { body } = await office.admin.get('/book/B1/words', { cookie });
  const props = [...body.matchAll(/<script type="application\/json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );
  const staged = listOf(props.find((one) => one.staged).staged.rows);
  expect(staged.map(({ word }) => word)).toEqual(['moon', 'sky', 'star', 'sun']);
  const words = staged.flatMap((one) => {
    if (one.word === 'sky') return [];
    if (one.word !== 'star') return [one];
    return [{ ...one, word: 'stars', sentences: one.sentences.map((said) => ({ ...said, sentence: 'Stars.' })) }];
  });
  await releases.putIn(rel, 'words', 'B1', { words, base: staged }, { merge: true });
  releases.must(await releases.apply(rel));
  const after = await shown();
  expect(after.map(({ word }) => word).toSorted()).toEqual(['moon', 'stars', 'sun']);
  const stars = after.find(({ word }) => word === 'stars');
  expect(stars?.word_idx).toBe(staged.find(({ word }) => word === 'star')?.word_idx);
  expect(stars?.sentences.map((one) => one.sentence)).toEqual(['Stars.']);
  const sun = (all: readonly { word: string }[]) => all.find(({ word }) => word === 'sun');
  expect(sun(await listed())).toEqual(sun(list));
});

test('what a colleague added after the list was loaded is not deleted by putting it in', async () => {
  const { list } = await library();
  await desk.addWord('cloud');
  const rel = await releases.release();
  await releases.putIn(rel, 'words', 'B1', { words: [...list, { word: 'star' }], base: list });
  releases.must(await releases.apply(rel));
  expect((await shown()).map(({ word }) => word).toSorted()).toEqual(['cloud', 'moon', 'star', 'sun']);
});

test('a release with words that a book cannot have is refused as the single calls refuse it', async () => {
  const { list } = await library();
  const rel = await releases.release();
  const put = async (words: object[]) => (await releases.put(rel, 'words', 'B1', { words })).json.error;
  expect(await put([...list, { word: 'SUN' }])).toMatchObject({ code: 'book.word_rule' });
  expect(await put([{ word: ' ' }])).toMatchObject({ fields: { 'words.0.word': expect.any(String) } });
  expect(await put([{ word: 'star', sentences: [sentence('A.', 'audios/guess.mp3')] }])).toMatchObject({
    code: 'book.sentence_no_audio',
  });
  expect((await releases.put(rel, 'words', 'B9', { words: [] })).status).toBe(404);
  expect((await releases.read(rel)).changes).toEqual([]);
});

test('an id that the book does not have is a new word: nobody takes the id of another', async () => {
  await library();
  const other = await desk.addWord('lamp', 'B2');
  const rel = await releases.release();
  await releases.putIn(rel, 'words', 'B1', { words: [{ word_idx: other, word: 'lamp' }] });
  releases.must(await releases.apply(rel));
  const [lamp] = await shown();
  expect(lamp?.word).toBe('lamp');
  expect(lamp?.word_idx).not.toBe(other);
});

test('audio that reaches no release is removed after a day; what a release or its undo needs stays', async () => {
  const { list } = await library();
  const [used, left, taken] = [await uploaded(), await uploaded(), await uploaded()];
  const keyOf = (path: string) => path.slice(path.indexOf('audios/'));
  const rel = await releases.release();
  const put = (audio: string) =>
    releases.putIn(rel, 'words', 'B1', { words: [...list, { word: 'star', sentences: [sentence('A star.', audio)] }] });
  const change = await put(taken);
  releases.must(await office.admin.delete(`/api/v1/release/${rel}/change/${change}`));
  await put(used);
  const before = await desk.files();
  const now = office.clock.now().toISOString();
  office.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString());
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'file-sweep', {}));
  const kept = () =>
    office.db.selectFrom('kept_audio').select('audio_key').where('audio_key', '=', keyOf(left)).execute();
  await expect.poll(kept).toEqual([]);
  await expect.poll(() => office.storage.stat(keyOf(left))).toBeNull();
  expect((await desk.files()).toSorted()).toEqual(before.filter((key) => key !== keyOf(left)).toSorted());
  office.clock.set(now);
  const late = await releases.put(rel, 'words', 'B2', {
    words: [{ word: 'sky', sentences: [sentence('Sky.', left)] }],
  });
  expect(late.json.error).toMatchObject({ code: 'book.sentence_no_audio' });
  const { act_idx: act } = releases.must(await releases.apply(rel));
  expect((await shown()).flatMap(({ sentences }) => sentences.map(({ audio }) => audio?.url))).toContainEqual(
    expect.stringContaining(keyOf(used)),
  );
  releases.must(await releases.undo(act));
});

test('a file that is not an MP3 is refused, and nothing of it stays', async () => {
  expect((await desk.send('/api/v1/book/B1/audio', {}, 'text')).status).toBe(415);
  expect((await desk.send('/api/v1/book/B1/audio', {})).status).toBe(400);
  expect((await desk.send('/api/v1/book/B9/audio', {}, desk.voice)).status).toBe(404);
  expect(await desk.files()).toEqual([]);
});
