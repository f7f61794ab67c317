import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { sentenceRow } from '../sentence.factory.ts';
import { wordDesk } from '../sentence.fixture.ts';
import { insertMissingSentences } from './sentence-bulk.store.ts';

let office: Office;
const desk = wordDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

const send = (sentences: object[]) => office.admin.post('/api/v1/sentence', { sentences });
const row = (over: object = {}) => ({ ...sentenceRow(1, 'B1'), ...over });
const stored = async () =>
  (
    await office.db
      .selectFrom('sentence as s')
      .innerJoin('word as w', 'w.word_idx', 's.word_idx')
      .innerJoin('book as b', 'b.bidx', 'w.bidx')
      .select(['b.bid', 'w.word', 's.sentence', 's.mdr_targeted'])
      .orderBy('s.sent_idx')
      .execute()
  ).map((one) => `${one.bid} ${one.word}: ${one.sentence} ${one.mdr_targeted}`);

test('rows are written with the words they need, under one audit row and one change', async () => {
  const answer = await send([
    row({ word: ' Ice  Cream', sentence: ' I like it. ', mdr_targeted: 'y' }),
    row({ word: 'ice cream', sentence: 'I love it.', mdr_targeted: 'N' }),
    row({ bid: 'B2', word: 'ice cream', sentence: 'I like it.' }),
  ]);
  expect(answer).toMatchObject({
    status: 200,
    json: { results: { success: true, words: 2, sentences: 3, skipped: 0 } },
  });
  expect(await stored()).toEqual([
    'B1 ice_cream: I like it. Y',
    'B1 ice_cream: I love it. N',
    'B2 ice_cream: I like it. Y',
  ]);
  expect(await desk.trail()).toMatchObject([
    { entity: 'book_act', action: 'book_act.sentences_imported', actor: 'ada', after: { words: 2, sentences: 3 } },
  ]);
  expect(await desk.changes()).toEqual(['sentence null']);
});

test('like single words, words in rows get underscores for white space and no control characters', async () => {
  const sentence = 'I like it.';
  const words = ['ice\tcream', 'ice\ncream', `${'x'.repeat(100)}\t`];
  const answer = await send(words.map((word) => row({ word, sentence })));
  expect(answer.json.results).toMatchObject({ success: true, words: 2, skipped: 1 });
  expect(await stored()).toEqual([`B1 ice_cream: ${sentence} Y`, `B1 ${'x'.repeat(100)}: ${sentence} Y`]);
  const refused = await send([row({ word: 'ice\u0007cream' })]);
  expect(refused.json.results).toMatchObject({ success: false, rows: [{ row: 1, field: 'word' }] });
});

test('rows that exist already, or occur twice, are skipped, and a repeat leaves no trace', async () => {
  await desk.addSentence(await desk.addWord('sun'), 'The sun rises.');
  const rows = [
    row({ word: 'Sun', sentence: 'The sun rises.', mdr_targeted: 'N' }),
    row({ word: 'sun', sentence: 'The sun sets.' }),
    row({ word: 'SUN', sentence: 'The sun sets.' }),
  ];
  expect((await send(rows)).json.results).toEqual({ success: true, words: 0, sentences: 1, skipped: 2 });
  const trail = await desk.trail();
  expect((await send(rows)).json.results).toEqual({ success: true, words: 0, sentences: 0, skipped: 3 });
  expect(await desk.trail()).toEqual(trail);
  expect(await stored()).toEqual(['B1 sun: The sun rises. Y', 'B1 sun: The sun sets. Y']);
});

test('two people who send the same rows at once write each once', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => sentenceRow(n, `B${1 + (n % 3)}`));
  const answers = await Promise.all([rows, rows.toReversed(), rows].map(send));
  const made = answers.map((answer) => answer.json.results.sentences);
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(await stored()).toHaveLength(300);
});

test('rows with problems are named by number, field and message, and nothing is written', async () => {
  const answer = await send([
    row(),
    row({ bid: 'B9' }),
    row({ word: ' ', sentence: null }),
    row({ mdr_targeted: 'maybe', sentence: 'x'.repeat(801) }),
    { word: 'sun' },
  ]);
  expect(answer.status).toBe(200);
  expect(answer.json.results).toEqual({
    success: false,
    error_msg: '4 rows cannot be saved. Nothing was changed.',
    rows: [
      { row: 2, field: 'bid', message: 'No book has this ID.' },
      { row: 3, field: 'word', message: 'below fields are required.' },
      { row: 3, field: 'sentence', message: 'below fields are required.' },
      { row: 4, field: 'sentence', message: 'At most 800 characters.' },
      { row: 4, field: 'mdr_targeted', message: 'Must be one of: Y, N' },
      { row: 5, field: 'bid', message: 'below fields are required.' },
      { row: 5, field: 'sentence', message: 'below fields are required.' },
      { row: 5, field: 'mdr_targeted', message: 'below fields are required.' },
    ],
  });
  expect(await stored()).toEqual([]);
  expect(await office.db.selectFrom('word').selectAll().execute()).toEqual([]);
  expect(await desk.trail()).toEqual([]);
});

test.each<[string, object, string | undefined]>([
  ['no rows', { sentences: [] }, 'sentences'],
  ['an unknown column', { sentences: [row({ colour: 'red' })] }, 'sentences.0.colour'],
  ['a cell that is no text', { sentences: [row({ word: ['sun'] })] }, 'sentences.0.word'],
  ['something else beside the rows', { sentences: [row()], extra: 1 }, undefined],
])('a body with %s is malformed', async (_name, body, field) => {
  const answer = await office.admin.post('/api/v1/sentence', body);
  expect(answer.status).toBe(400);
  if (field) expect(answer.json.error.fields).toHaveProperty([field]);
});

test('the history of a sentence and of its book show the act that made it', async () => {
  await send([row({ word: 'sun', sentence: 'The sun rises.' })]);
  const { sent_idx } = await office.db.selectFrom('sentence').select('sent_idx').executeTakeFirstOrThrow();
  await office.admin.post(`/api/v1/sentence/${sent_idx}`, { sentence: 'The sun sets.' });
  const history = (await office.admin.get(`/audit/of/sentence/${sent_idx}`)).body;
  expect(history).toContain('imported');
  expect(history).toContain('The sun rises.');
  expect((await office.admin.get('/audit/of/book/B1')).body).toShow('Sentences');
});

test('undo removes its sentences and words except those changed since, and each history says so', async () => {
  await desk.addSentence(await desk.addWord('sky'), 'The sky is blue.');
  await send([
    row({ word: 'sun', sentence: 'The sun rises.' }),
    row({ word: 'sun', sentence: 'The sun sets.' }),
    row({ word: 'moon', sentence: 'The moon is out.' }),
    row({ word: 'sky', sentence: 'The sky is dark.' }),
  ]);
  const { sent_idx } = await office.db
    .selectFrom('sentence')
    .select('sent_idx')
    .where('sentence', '=', 'The sun sets.')
    .executeTakeFirstOrThrow();
  await office.admin.post(`/api/v1/sentence/${sent_idx}`, { sentence: 'The sun has set.' });
  const { act_idx: act } = await office.db
    .selectFrom('audit')
    .select('act_idx')
    .where('action', '=', 'book_act.sentences_imported')
    .executeTakeFirstOrThrow();
  const { undo } = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(undo).toMatchObject({
    back: 3,
    kept: 1,
    first: [{ title: 'The sun has set.', reason: 'edited since then', by: 'ada' }],
  });
  expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 3, kept: 1 });
  expect(await stored()).toEqual(['B1 sky: The sky is blue. Y', 'B1 sun: The sun has set. Y']);
  const words = await office.db.selectFrom('word').select('word').orderBy('word').execute();
  expect(words).toEqual([{ word: 'sky' }, { word: 'sun' }]);
  const { lines } = (await office.admin.get('/api/v1/audit/of/book/B1')).json.results;
  expect(lines[0]).toMatchObject({ action: 'undone', changes: [{ field: 'Sentences', before: 3, after: null }] });
});

test('a sentence whose word was deleted after it was found is skipped', async () => {
  const { bidx } = await office.db.selectFrom('book').select('bidx').where('bid', '=', 'B1').executeTakeFirstOrThrow();
  const given = { bidx, word: 'gone', sentence: 'It is gone.', mdr_targeted: 'Y' as const };
  expect(await insertMissingSentences(office.db, 1, [given])).toBe(0);
  expect(await stored()).toEqual([]);
});

const many = Array.from({ length: 5000 }, (_, n) => sentenceRow(n, `B${1 + (n % 3)}`));

test('5,000 rows are written in one call, and no more are taken', async () => {
  expect((await send(many)).json).toEqual({
    results: { success: true, words: 5000, sentences: 5000, skipped: 0 },
  });
  expect(await desk.trail()).toHaveLength(1);
  expect((await send([...many, sentenceRow(0, 'B1')])).json.error).toMatchObject({
    code: 'invalid.input',
    fields: { sentences: 'At most 5,000 items.' },
  });
});

test('5,000 rows are written after as many were deleted, when the database believes the table is empty', async () => {
  await send(many);
  await sql`delete from word`.execute(office.db);
  await sql`analyze word, sentence`.execute(office.db);
  expect((await send(many)).json.results).toMatchObject({ success: true, words: 5000, sentences: 5000 });
});

test('rows pasted into the sheet of a book are one act, whose undo removes them and their new words', async () => {
  const url = '/api/v1/book/B1/sentence';
  const sentences = [
    { word: 'Sun', sentence: 'The sun rises.', mdr_targeted: 'Y' },
    { word: 'sun', sentence: 'The sun sets.', mdr_targeted: 'N' },
  ];
  const { json } = await office.admin.post(url, { sentences });
  const { act_idx } = json.results;
  expect(json.results).toEqual({ success: true, words: 1, sentences: 2, skipped: 0, act_idx: expect.any(Number) });
  expect((await desk.trail()).map(({ action }) => action)).toEqual(['book_act.sentences_imported']);
  expect((await office.admin.post(url, { sentences })).json.results).toEqual({
    success: true,
    words: 0,
    sentences: 0,
    skipped: 2,
  });
  expect((await office.admin.undo(act_idx)).status).toBe(200);
  expect(await office.db.selectFrom('word').selectAll().execute()).toEqual([]);
});

test('an undo of pasted rows leaves a word that somebody has renamed', async () => {
  const sentences = [{ word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'N' }];
  const { act_idx } = (await office.admin.post('/api/v1/book/B1/sentence', { sentences })).json.results;
  const word = await office.db.selectFrom('word').select('word_idx').executeTakeFirstOrThrow();
  await office.admin.put(`/api/v1/book/B1/word/${word.word_idx}`, { word: 'star' });
  expect((await office.admin.undo(act_idx)).status).toBe(200);
  const words = await office.db.selectFrom('word').select('word').execute();
  expect(words).toEqual([{ word: 'star' }]);
});

test('pasted rows are refused together where one is wrong, or their book does not exist', async () => {
  const sentences = [
    { word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'Y' },
    { word: 'sun', sentence: '', mdr_targeted: 'Y' },
  ];
  const refused = await office.admin.post('/api/v1/book/B1/sentence', { sentences });
  expect(refused.json.results).toMatchObject({ success: false, rows: [{ row: 2, field: 'sentence' }] });
  const missing = await office.admin.post('/api/v1/book/B9/sentence', { sentences });
  expect(missing.json.results).toMatchObject({ success: false });
  expect(await desk.trail()).toEqual([]);
});
