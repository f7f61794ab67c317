import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { wordDesk } from '../sentences/sentence.fixture.ts';

let office: Office;
const desk = wordDesk(() => office);
const releases = releaseDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await releases.clear();
  await desk.clear();
  await office.admin.put('/api/v1/book', { bids: ['B1'], published: true });
});

interface Line {
  word_idx: number;
  word: string;
  sentences: { sent_idx: number; sentence: string; mdr_targeted: string; audio: { url: string } | null }[];
}

/** The words as readers get them. */
const shown = async (): Promise<Line[]> => (await releases.results('books/B1')).words;

/** The same as a list for a release. */
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

test('a file that is not an MP3 is refused, and nothing of it stays', async () => {
  expect((await desk.send('/api/v1/book/B1/audio', {}, 'text')).status).toBe(415);
  expect((await desk.send('/api/v1/book/B1/audio', {})).status).toBe(400);
  expect((await desk.send('/api/v1/book/B9/audio', {}, desk.voice)).status).toBe(404);
  expect(await desk.files()).toEqual([]);
});
