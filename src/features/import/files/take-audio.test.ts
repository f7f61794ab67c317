import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { picturedMp3, silentMp3 } from '#features/word/sentence.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { type ChosenFile, importDesk } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const mp3 = (name: string, frames = 4, modified = 1000): ChosenFile => ({ name, bytes: silentMp3(frames), modified });
let id: number;
beforeEach(async () => {
  await desk.clear('B1_a');
  id = await desk.choose('B1', 'B1_a', 'B2');
  await desk.write(
    id,
    ['B1', 'sun', 'The sun rises.', 'Y'],
    ['B1', 'sun', 'The sun sets.', 'Y'],
    ['B1', 'sun', 'Suns are stars.', 'N'],
    ['B1', 'Ice Cream', 'I like it.', 'Y'],
    ['B1', 'moon', 'The moon is out.', 'N'],
    ['B1', 'a_b', 'Hidden behind a longer bid.', 'Y'],
    ['B1', '한글', '한글은 글자다.', 'Y'],
    ['B1_a', 'c', 'Another book.', 'Y'],
    ['B2', 'sun', 'The sun of another book.', 'Y'],
  );
});

/** The audio keys by sentence. */
const voices = async (): Promise<Record<string, string>> => {
  const rows = await office.db
    .selectFrom('sentence')
    .select(['sentence', 'audio_key'])
    .where('audio_key', 'is not', null)
    .orderBy('sentence')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.sentence, row.audio_key ?? '']));
};
const audioKeys = () => desk.keys('audios/');

describe('Choosing audio', () => {
  test.each([
    ['B1_sun.mp3', 'B1'],
    ['B1_SUN.MP3', 'B1'],
    ['B1_ice_cream.mp3', 'B1'],
    ['B1_Ice Cream.mp3', 'B1'],
    [`B1_${'한글'.normalize('NFD')}.mp3`, 'B1'],
    ['B1_a_c.mp3', 'B1_a'],
    ['B2_sun.mp3', 'B2'],
  ])('%s is for a word of %s', async (name, bid) => {
    const { json } = await desk.send(id, 'audio', [mp3(name)]);
    expect(json.results.files).toMatchObject([
      { bid, status: 'waiting', key: expect.stringMatching(/^staging\/import\/\d+\/\d+\.mp3$/) },
    ]);
  });

  test.each([
    ['B1_sun.wav', 'Only .mp3 files are accepted here.'],
    ['B1.mp3', 'The file name must look like bid_word.mp3.'],
    ['B9_sun.mp3', 'No book in this import has the ID B9.'],
    ['B3_sun.mp3', 'No book in this import has the ID B3.'],
    ['B1_star.mp3', 'There is no sentence row with mdr_targeted Y for book B1 and the word “star”.'],
    ['B1_moon.mp3', 'There is no sentence row with mdr_targeted Y for book B1 and the word “moon”.'],
    // The longest bid wins, even if only the shorter one has the word.
    ['B1_a_b.mp3', 'There is no sentence row with mdr_targeted Y for book B1_a and the word “b”.'],
  ])('%s is invalid: %s', async (name, message) => {
    const { json } = await desk.send(id, 'audio', [mp3(name)]);
    expect(json.results.files).toEqual([{ name, bid: null, status: 'invalid', key: null, message }]);
  });

  test('a second file for the same word is invalid', async () => {
    const { json } = await desk.send(id, 'audio', [mp3('B1_ice_cream.mp3'), mp3('B1_Ice Cream.mp3')]);
    expect(json.results.files[1]).toMatchObject({
      status: 'invalid',
      message: 'Another file has the same book and position.',
    });
  });

  test('accepts 20,000 ambiguous names at once', async () => {
    const word = Array.from({ length: 100 }, () => 'x').join('_');
    const files = Array.from({ length: 20_000 }, (_, n) => ({ name: `B${n}_${word}.mp3`, size: 9, modified: n }));
    const { status, json } = await office.admin.post(`/api/v1/import/${id}/upload`, { step: 'audio', files });
    expect([status, json.results.invalid]).toEqual([200, 20_000]);
  });
});

describe('Taking audio', () => {
  test('gives every targeted sentence of the word its own object, in one act', async () => {
    await desk.give(id, 'audio', [mp3('B1_sun.mp3', 4), mp3('B1_Ice Cream.mp3', 8)]);
    const found = await voices();
    expect(Object.keys(found)).toEqual(['I like it.', 'The sun rises.', 'The sun sets.']);
    expect(await audioKeys()).toEqual(Object.values(found).toSorted());
    for (const key of Object.values(found)) expect(key).toMatch(/^audios\/[0-9a-f-]{36}\.mp3$/);
    expect((await office.storage.stat(found['I like it.'] ?? ''))?.size).toBe(8 * 417);
    expect(await desk.keys('staging/')).toEqual([]);
    expect((await desk.acts()).filter((act) => act.startsWith('book_act.audio'))).toHaveLength(1);
    expect(await desk.books(id)).toMatchObject([
      { bid: 'B1', audio: 'unknown', targeted: 5, voiced: 3 },
      { bid: 'B1_a', audio: 'unknown', targeted: 1, voiced: 0 },
      { bid: 'B2', audio: 'unknown' },
    ]);
    await desk.give(id, 'audio', [mp3('B2_sun.mp3')]);
    expect(await desk.books(id, 'no_audio')).toMatchObject([{ bid: 'B1' }, { bid: 'B1_a' }]);
  });

  test('is in the history of the book and of each sentence', async () => {
    await desk.give(id, 'audio', [mp3('B1_sun.mp3')]);
    const { sent_idx } = await office.db
      .selectFrom('sentence')
      .select('sent_idx')
      .where('sentence', '=', 'The sun sets.')
      .executeTakeFirstOrThrow();
    expect((await office.admin.get(`/audit/of/sentence/${sent_idx}`)).body).toShow(/audio imported/);
    const history = (await office.admin.get('/audit/of/book/B1')).body;
    const acts = await office.db.selectFrom('audit').select('action').where('entity', '=', 'book_act').execute();
    expect(acts.map(({ action }) => action)).toEqual(['book_act.audio_changed']);
    expect(history).toMatch(/audio imported/i);
  });

  test('replaces the previous audio and removes its objects', async () => {
    await desk.give(id, 'audio', [mp3('B1_sun.mp3', 4)]);
    const before = Object.values(await voices());
    await desk.give(id, 'audio', [mp3('B1_sun.mp3', 8, 2000)]);
    const after = Object.values(await voices());
    expect(after).toHaveLength(2);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
    expect(await audioKeys()).toEqual(after.toSorted());
  });

  test('under another name for the same word replaces the previous one', async () => {
    const [first, second] = [mp3('B1_ice_cream.mp3', 4), mp3('B1_Ice Cream.mp3', 8)];
    await desk.upload(await desk.send(id, 'audio', [first]), [first]);
    expect(await desk.give(id, 'audio', [second])).toEqual({ taken: 1, refused: [], waiting: [] });
    expect(await audioKeys()).toHaveLength(1);
    expect(await desk.files(id, 'audio')).toMatchObject({ taken: 1, waiting: 0 });
  });

  test('refuses a file that is not an MP3, and a good one replaces it and ends the step', async () => {
    await office.admin.put(`/api/v1/import/${id}/step`, { step: 'audio' });
    const bad = { ...mp3('B1_sun.mp3'), bytes: Buffer.from('RIFF....WAVEfmt ') };
    const refused = [{ name: 'B1_sun.mp3', bid: 'B1', message: expect.stringContaining('MP3') }];
    expect(await desk.give(id, 'audio', [bad])).toEqual({ taken: 0, refused, waiting: [] });
    expect(await desk.files(id, 'audio')).toEqual({ taken: 0, waiting: 0, refused: 1, problems: refused });
    expect(await desk.books(id, 'invalid')).toMatchObject([{ bid: 'B1', audio: 'invalid', cover: 'unknown' }]);
    expect([await audioKeys(), await desk.keys('staging/')]).toEqual([[], []]);
    expect((await desk.state(id)).step).toBe('audio');
    expect(await desk.give(id, 'audio', [mp3('B1_sun.mp3')])).toMatchObject({ taken: 1, refused: [] });
    expect((await desk.state(id)).step).toBe('done');
  });

  test('refuses a file that is cut off, and gives readers the sound of one with a large picture', async () => {
    const cut = { ...mp3('B1_Ice Cream.mp3'), bytes: silentMp3(4).subarray(0, -1) };
    const pictured = { ...mp3('B1_sun.mp3'), bytes: picturedMp3(4, 1 << 20) };
    expect(await desk.give(id, 'audio', [cut, pictured])).toMatchObject({
      taken: 1,
      refused: [{ name: 'B1_Ice Cream.mp3', message: 'This MP3 breaks off before its end. Upload the whole file.' }],
    });
    const found = Object.values(await voices());
    expect(found).toHaveLength(2);
    for (const key of found) expect((await office.storage.stat(key))?.size).toBe(4 * 417);
  });

  test('keeps waiting for files that did not arrive', async () => {
    const files = [mp3('B1_sun.mp3'), mp3('B2_sun.mp3')];
    await desk.upload(await desk.send(id, 'audio', files), files.slice(1));
    expect(await desk.take(id, 'audio')).toEqual({ taken: 1, refused: [], waiting: ['B1_sun.mp3'] });
    expect(await desk.files(id, 'audio')).toMatchObject({ taken: 1, waiting: 1 });
  });

  test('takes each file once when two ask at the same moment', async () => {
    const files = [mp3('B1_sun.mp3'), mp3('B1_ice_cream.mp3'), mp3('B2_sun.mp3')];
    await desk.upload(await desk.send(id, 'audio', files), files);
    const answers = await Promise.all([1, 2, 3].map(() => desk.take(id, 'audio')));
    expect(answers.map(({ taken }) => taken).toSorted((a, b) => a - b)).toEqual([0, 0, 3]);
    expect(answers.flatMap(({ refused }) => refused)).toEqual([]);
    expect(await audioKeys()).toEqual(Object.values(await voices()).toSorted());
    expect(await audioKeys()).toHaveLength(4);
  });

  test('refuses a file whose word has lost its sentences, and skips a deleted book', async () => {
    const files = [mp3('B1_sun.mp3'), mp3('B1_ice_cream.mp3'), mp3('B2_sun.mp3')];
    await desk.upload(await desk.send(id, 'audio', files), files);
    await office.db.deleteFrom('sentence').where('sentence', '=', 'I like it.').execute();
    await office.admin.post('/book/delete/B2');
    expect(await desk.take(id, 'audio')).toEqual({
      taken: 1,
      refused: [
        {
          name: 'B1_ice_cream.mp3',
          bid: 'B1',
          message: 'There is no sentence row with mdr_targeted Y for book B1 and the word “ice_cream”.',
        },
      ],
      waiting: [],
    });
    expect(await audioKeys()).toEqual(Object.values(await voices()).toSorted());
  });
});
