import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { wordDesk } from '../sentences/sentence.fixture.ts';

let office: Office;
const desk = wordDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

const undo = (act: number) => office.admin.post(`/api/v1/act/${act}/undo`, {});
const actOf = (answer: { json: { results: { act_idx?: number } } }): number => {
  const { act_idx } = answer.json.results;
  if (act_idx === undefined) throw new Error('It cannot be undone.');
  return act_idx;
};
const rows = async () =>
  (
    await office.db
      .selectFrom('word as w')
      .leftJoin('sentence as s', 's.word_idx', 'w.word_idx')
      .select(['w.word', 's.sentence', 's.audio_key'])
      .orderBy('w.word_idx')
      .orderBy('s.sent_idx')
      .execute()
  ).map(({ word, sentence, audio_key: audio }) => `${word}: ${sentence ?? '–'}${audio === null ? '' : ' ♪'}`);

test('a renamed word and an edited sentence are undone, the last one first', async () => {
  const word = await desk.addWord('lantern');
  const { sent_idx } = await desk.addSentence(word, 'The lantern shone.');
  const first = actOf(await office.admin.put(`/api/v1/book/B1/word/${word}`, { word: 'lamp' }));
  const second = actOf(await office.admin.post(`/api/v1/sentence/${sent_idx}`, { sentence: 'The lamp shone.' }));
  expect((await undo(second)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect((await undo(first)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect(await rows()).toEqual(['lantern: The lantern shone.']);
});

test('an added sentence is undone, and then its word; a word that has sentences by now stays', async () => {
  const made = await office.admin.form('/api/v1/book/B1/word', { word: 'ice' });
  const { word_idx } = made.json.results;
  const sentence = { bid: 'B1', word_idx, sentence: 'I like ice.' };
  const added = await desk.send('/api/v1/sentence', sentence, desk.voice);
  expect(await undo(actOf(made))).toMatchObject({ status: 409, json: { error: { code: 'book.word_has_sentences' } } });
  expect((await undo(actOf(added))).status).toBe(200);
  expect((await undo(actOf(made))).status).toBe(200);
  expect([await rows(), await desk.files()]).toEqual([[], []]);
});

test('a deleted word comes back with its sentences under their ids, without the audio that went with them', async () => {
  const word = await desk.addWord('ice');
  const { sent_idx } = await desk.addSentence(word, 'I like ice.', desk.voice);
  await desk.addSentence(word, 'Ice is cold.');
  const act = actOf(await office.admin.delete(`/api/v1/book/B1/word/${word}`));
  expect(await rows()).toEqual([]);
  expect((await undo(act)).status).toBe(200);
  expect(await rows()).toEqual(['ice: I like ice.', 'ice: Ice is cold.']);
  const { results } = (await office.admin.get(`/api/v1/sentence?word_idx=${word}`)).json;
  expect(results).toMatchObject([{ sent_idx, audio_path: false }, {}]);
  expect(await desk.files()).toEqual([]);
});

test('a deleted word does not come back beside the same word that was added since', async () => {
  const act = actOf(await office.admin.delete(`/api/v1/book/B1/word/${await desk.addWord('ice')}`));
  await desk.addWord('ice');
  expect(await undo(act)).toMatchObject({ status: 409, json: { error: { code: 'book.word_rule' } } });
  expect(await rows()).toEqual(['ice: –']);
});

test('a deleted sentence comes back; not to a word that was deleted since', async () => {
  const word = await desk.addWord('ice');
  const { sent_idx } = await desk.addSentence(word, 'I like ice.');
  const act = actOf(await office.admin.delete(`/api/v1/sentence/${sent_idx}`));
  expect((await undo(act)).status).toBe(200);
  expect(await rows()).toEqual(['ice: I like ice.']);
  const again = actOf(await office.admin.delete(`/api/v1/sentence/${sent_idx}`));
  await office.admin.delete(`/api/v1/book/B1/word/${word}`);
  expect(await undo(again)).toMatchObject({ status: 404, json: { error: { code: 'book.word_not_found' } } });
});

test('audio given to a silent sentence is undone; audio that replaced another cannot be', async () => {
  const { sent_idx } = await desk.addSentence(await desk.addWord('ice'), 'I like ice.');
  const given = await desk.send(`/api/v1/sentence/${sent_idx}`, {}, desk.voice);
  const replaced = await desk.send(`/api/v1/sentence/${sent_idx}`, {}, desk.voice);
  expect(replaced.json.results.act_idx).toBeUndefined();
  const changed = { status: 409, json: { error: { code: 'undo.changed_since' } } };
  expect(await undo(actOf(given))).toMatchObject(changed);
  const other = await desk.addSentence(await desk.addWord('sea'), 'The sea is blue.');
  expect((await undo(actOf(await desk.send(`/api/v1/sentence/${other.sent_idx}`, {}, desk.voice)))).status).toBe(200);
  expect(await rows()).toEqual(['ice: I like ice. ♪', 'sea: The sea is blue.']);
});
