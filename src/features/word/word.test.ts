import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { wordDesk } from './sentence.fixture.ts';
import { normalizeWord } from './words/word.rules.ts';

let office: Office;
const desk = wordDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

const url = '/api/v1/book/B1/word';
const stored = () => office.db.selectFrom('word').select(['word_idx', 'word']).orderBy('word_idx').execute();

test.each([
  ['Lantern', 'lantern'],
  ['  Ice \t Cream ', 'ice_cream'],
  ['ice\u3000cream', 'ice_cream'],
  ['ÉTÉ', 'été'],
  ['e\u0301te\u0301', 'été'],
  ['가을 하늘', '가을_하늘'],
  ['\tice\r\ncream\u0085\u00a0sea\n', 'ice_cream_sea'],
])('the word %j is stored as %j', (given, wanted) => {
  expect(normalizeWord(given)).toBe(wanted);
});

test('a word is added from a form, in lower case and with underscores, and recorded in the audit trail', async () => {
  const answer = await office.admin.form(url, { word: ' Ice  Cream ' });
  expect(answer).toMatchObject({ status: 200, json: { results: { word_idx: expect.any(Number), word: 'ice_cream' } } });
  const { word_idx } = answer.json.results;
  expect(await stored()).toEqual([{ word_idx, word: 'ice_cream' }]);
  expect(await desk.trail()).toEqual([
    {
      entity: 'word',
      entity_id: `B1/${word_idx}`,
      action: 'word.created',
      actor: 'ada',
      before: null,
      after: { word: 'ice_cream' },
    },
  ]);
  expect(await desk.changes()).toEqual([`word ${word_idx}`, 'book B1']);
});

test.each(['ice\tcream', 'ice\ncream', 'ice\r\n \fcream', 'ice\u2003cream\v'])(
  'white space of any kind in a word becomes an underscore: %j',
  async (word) => {
    expect((await office.admin.post(url, { word })).json.results).toMatchObject({ word: 'ice_cream' });
  },
);

test('a word is also accepted as a multipart form or as JSON', async () => {
  expect((await desk.send(url, { word: 'one' })).status).toBe(200);
  expect((await office.admin.post(url, { word: 'two' })).status).toBe(200);
});

test.each(['', '   '])('the word %j is refused at its field', async (word) => {
  expect(await office.admin.form(url, { word })).toMatchObject({
    status: 400,
    json: {
      error: {
        fields: { word: 'A word needs at least 1 character and must not already be registered for this book.' },
      },
    },
  });
  expect(await desk.trail()).toEqual([]);
});

test('a word of 101 characters or with a control character is refused', async () => {
  expect((await office.admin.form(url, { word: 'x'.repeat(101) })).status).toBe(400);
  expect((await office.admin.form(url, { word: 'a\u0007b' })).status).toBe(400);
  expect((await office.admin.form(url, { word: 'x'.repeat(100) })).status).toBe(200);
});

test('a word is added once to a book, even when two people add it at the same moment', async () => {
  const answers = await Promise.all(['Sun', 'sun', ' SUN '].map((word) => office.admin.form(url, { word })));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find((answer) => answer.status === 409)?.json.error).toMatchObject({
    code: 'book.word_rule',
    fields: { word: 'A word needs at least 1 character and must not already be registered for this book.' },
  });
  expect(await stored()).toHaveLength(1);
  expect(await desk.trail()).toHaveLength(1);
});

test('another book may have the same word', async () => {
  await desk.addWord('sun');
  expect((await office.admin.form('/api/v1/book/B2/word', { word: 'sun' })).status).toBe(200);
});

test('a word of a book that does not exist is not found', async () => {
  expect(await office.admin.form('/api/v1/book/B9/word', { word: 'sun' })).toMatchObject({
    status: 404,
    json: { error: { code: 'book.not_found' } },
  });
});

test('a word is deleted with its sentences and their audio, and its history shows which they were', async () => {
  const word = await desk.addWord('sun');
  const other = await desk.addWord('moon');
  await desk.addSentence(word, 'The sun rises.', desk.voice);
  await desk.addSentence(word, 'The sun sets.');
  const kept = await desk.addSentence(other, 'The moon rises.', desk.voice);
  expect(await desk.files()).toHaveLength(2);
  expect(await office.admin.delete(`${url}/${word}`)).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect(await stored()).toEqual([{ word_idx: other, word: 'moon' }]);
  expect((await desk.files()).map((key) => `/contents/${key}`)).toEqual([kept.audio_path]);
  expect((await desk.trail()).at(-1)).toMatchObject({
    action: 'word.deleted',
    before: { word: 'sun', sentences: ['The sun rises.', 'The sun sets.'] },
  });
  expect((await office.admin.delete(`${url}/${word}`)).status).toBe(404);
});

test('a word of another book is not deleted', async () => {
  const word = await desk.addWord('sun');
  expect((await office.admin.delete(`/api/v1/book/B2/word/${word}`)).status).toBe(404);
  expect(await stored()).toHaveLength(1);
});

test('deleting a book deletes its words, sentences and audio', async () => {
  await desk.addSentence(await desk.addWord('sun'), 'The sun rises.', desk.voice);
  await desk.addWord('moon', 'B2');
  expect((await office.admin.post('/book/delete/B1')).status).toBe(200);
  expect((await stored()).map((row) => row.word)).toEqual(['moon']);
  expect(await office.db.selectFrom('sentence').selectAll().execute()).toEqual([]);
  expect(await desk.files()).toEqual([]);
});

test('the page of a book has a line for each sentence, its words in order, and a word without sentences too', async () => {
  await desk.addWord('zebra');
  await desk.addSentence(await desk.addWord('ice cream'), 'I like ice cream.');
  const { body } = await office.admin.get('/book/B1/words');
  const texts = ['<strong>ice cream</strong>', 'I like ice cream.', '<strong>zebra</strong>', 'No sentences yet.'];
  const found = texts.map((text) => body.indexOf(text));
  expect(found[0]).toBeGreaterThan(0);
  expect(found).toEqual(found.toSorted((x, y) => x - y));
});

describe('a word is renamed', () => {
  const rename = (word: number, body: object, book = 'B1') =>
    office.admin.put(`/api/v1/book/${book}/word/${word}`, body);

  test('with its sentences, and its history and that of its book show it', async () => {
    const word = await desk.addWord('sun');
    await desk.addSentence(word, 'The sun rises.', desk.voice);
    expect(await rename(word, { word: ' Morning  Sun ', version: 1 })).toMatchObject({
      status: 200,
      json: { results: { word_idx: word, word: 'morning_sun', version: 2 } },
    });
    expect((await desk.trail()).at(-1)).toMatchObject({
      entity_id: `B1/${word}`,
      action: 'word.updated',
      before: { word: 'sun' },
      after: { word: 'morning_sun' },
    });
    expect((await desk.changes()).slice(-2)).toEqual([`word ${word}`, 'book B1']);
    const { results } = (await office.admin.get(`/api/v1/sentence?word_idx=${word}`)).json;
    expect(results).toMatchObject([{ word: 'morning_sun', sentence: 'The sun rises.' }]);
  });

  test('not over a newer version: the answer has the stored word', async () => {
    const word = await desk.addWord('sun');
    await rename(word, { word: 'star', version: 1 });
    expect(await rename(word, { word: 'moon', version: 1 })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { version: 2, record: { word: 'star' } } } },
    });
    expect(await stored()).toEqual([{ word_idx: word, word: 'star' }]);
  });

  test('not to a word that the book has, or to nothing', async () => {
    const word = await desk.addWord('sun');
    await desk.addWord('moon');
    expect((await rename(word, { word: 'Moon' })).json.error).toMatchObject({
      code: 'book.word_rule',
      fields: { word: 'A word needs at least 1 character and must not already be registered for this book.' },
    });
    expect((await rename(word, { word: ' ' })).status).toBe(400);
    expect((await rename(word, { word: 'star' }, 'B2')).status).toBe(404);
  });

  test('and without a difference leaves no trace', async () => {
    const word = await desk.addWord('sun');
    const before = await desk.trail();
    expect((await rename(word, { word: 'SUN', version: 1 })).json.results.version).toBe(1);
    expect(await desk.trail()).toEqual(before);
  });
});

test('the dialog for a new word is bare HTML, and as a link it opens over the page of the book', async () => {
  const fragment = await office.admin.get('/book/word/create?bid=B1', { 'sec-fetch-mode': 'cors' });
  expect(fragment.body).toShow('Add word');
  expect(fragment.body).not.toShow('<html');
  const page = await office.admin.get('/book/word/create?bid=B1', { 'sec-fetch-mode': 'navigate' });
  expect(page.body).toShow('data-within="/book/B1/words"');
});

test('the history of a word opens from the trail on the page of its book', async () => {
  const word = await desk.addWord('sun');
  expect((await office.admin.get('/audit')).body).toShow('href="/book/B1"');
  const history = await office.admin.get(`/audit/of/word/${encodeURIComponent(`B1/${word}`)}`);
  expect(history.body).toShow('sun');
});
