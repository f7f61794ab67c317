import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { wordDesk } from '../sentences/sentence.fixture.ts';
import { normalizeWord } from './word.rules.ts';

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

test('the page of a book lists its words in order, with the number of their sentences', async () => {
  await desk.addWord('zebra');
  await desk.addSentence(await desk.addWord('ice cream'), 'I like ice cream.');
  const { body } = await office.admin.get('/book/B1/words');
  expect(body.indexOf('<strong>ice cream</strong>')).toBeGreaterThan(0);
  expect(body.indexOf('<strong>zebra</strong>')).toBeGreaterThan(body.indexOf('<strong>ice cream</strong>'));
  expect(body.includes('1 sentence')).toBe(true);
  expect(body.includes('I like ice cream.')).toBe(false);
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
