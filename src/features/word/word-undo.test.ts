import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { silentMp3 } from './sentence.factory.ts';
import { wordDesk } from './sentence.fixture.ts';

let office: Office;
const desk = wordDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

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
  expect((await office.admin.undo(second)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect((await office.admin.undo(first)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect(await rows()).toEqual(['lantern: The lantern shone.']);
});

test('an added sentence is undone, and then its word; a word that has sentences by now stays', async () => {
  const made = await office.admin.form('/api/v1/book/B1/word', { word: 'ice' });
  const { word_idx } = made.json.results;
  const sentence = { bid: 'B1', word_idx, sentence: 'I like ice.' };
  const added = await desk.send('/api/v1/sentence', sentence, desk.voice);
  expect(await office.admin.undo(actOf(made))).toMatchObject({
    status: 409,
    json: { error: { code: 'book.word_has_sentences' } },
  });
  expect((await office.admin.undo(actOf(added))).status).toBe(200);
  expect((await office.admin.undo(actOf(made))).status).toBe(200);
  expect([await rows(), await desk.files()]).toEqual([[], []]);
});

test('a deleted word comes back with its sentences under their ids, and with their audio at its address', async () => {
  const word = await desk.addWord('ice');
  const { sent_idx, audio_path: heard } = await desk.addSentence(word, 'I like ice.', desk.voice);
  await desk.addSentence(word, 'Ice is cold.');
  const files = await desk.files();
  const act = actOf(await office.admin.delete(`/api/v1/book/B1/word/${word}`));
  expect([await rows(), await desk.files()]).toEqual([[], []]);
  expect((await office.admin.undo(act)).status).toBe(200);
  expect(await rows()).toEqual(['ice: I like ice. ♪', 'ice: Ice is cold.']);
  const { results } = (await office.admin.get(`/api/v1/sentence?word_idx=${word}`)).json;
  expect(results).toMatchObject([{ sent_idx, audio_path: heard, files: [{ ms: expect.any(Number) }] }, {}]);
  expect(await desk.files()).toEqual(files);
});

test('what was added before its word was deleted and came back is undone as before', async () => {
  const word = await desk.addWord('ice');
  const sentence = { bid: 'B1', word_idx: word, sentence: 'I like ice.' };
  const added = await desk.send('/api/v1/sentence', sentence, desk.voice);
  const gone = actOf(await office.admin.delete(`/api/v1/book/B1/word/${word}`));
  expect((await office.admin.undo(gone)).status).toBe(200);
  expect((await office.admin.undo(actOf(added))).status).toBe(200);
  expect(await rows()).toEqual(['ice: –']);
});

test('a deleted sentence whose audio is gone by then comes back silent', async () => {
  const { sent_idx } = await desk.addSentence(await desk.addWord('ice'), 'I like ice.', desk.voice);
  const act = actOf(await office.admin.delete(`/api/v1/sentence/${sent_idx}`));
  for await (const { key } of office.storage.list('aside/')) await office.storage.remove(key);
  expect((await office.admin.undo(act)).status).toBe(200);
  expect(await rows()).toEqual(['ice: I like ice.']);
});

test('a deleted word does not come back beside the same word that was added since', async () => {
  const act = actOf(await office.admin.delete(`/api/v1/book/B1/word/${await desk.addWord('ice')}`));
  await desk.addWord('ice');
  expect(await office.admin.undo(act)).toMatchObject({ status: 409, json: { error: { code: 'book.word_rule' } } });
  expect(await rows()).toEqual(['ice: –']);
});

test('a deleted sentence comes back; not to a word that was deleted since', async () => {
  const word = await desk.addWord('ice');
  const { sent_idx } = await desk.addSentence(word, 'I like ice.');
  const act = actOf(await office.admin.delete(`/api/v1/sentence/${sent_idx}`));
  expect((await office.admin.undo(act)).status).toBe(200);
  expect(await rows()).toEqual(['ice: I like ice.']);
  const again = actOf(await office.admin.delete(`/api/v1/sentence/${sent_idx}`));
  await office.admin.delete(`/api/v1/book/B1/word/${word}`);
  expect(await office.admin.undo(again)).toMatchObject({
    status: 404,
    json: { error: { code: 'book.word_not_found' } },
  });
});

test('audio is undone: given to a silent sentence, replaced, removed; also after it was kept aside', async () => {
  const { sent_idx } = await desk.addSentence(await desk.addWord('ice'), 'I like ice.');
  const url = `/api/v1/sentence/${sent_idx}`;
  const given = await desk.send(url, {}, desk.voice);
  const [first] = await desk.files();
  const replaced = await desk.send(url, { sentence: 'I love ice.' }, silentMp3(80));
  expect(await desk.files()).not.toContain(first);
  const changed = { status: 409, json: { error: { code: 'undo.changed_since' } } };
  expect(await office.admin.undo(actOf(given))).toMatchObject(changed);
  const { audio_path: path } = replaced.json.results;
  const file = { target_ctl: 'sentence', target_id: sent_idx, file_type: 'audio', file_path: path };
  const removed = await office.admin.delete('/api/v1/file', file);
  expect([await rows(), await desk.files()]).toEqual([['ice: I love ice.'], []]);
  expect((await office.admin.undo(actOf(removed))).status).toBe(200);
  expect(await rows()).toEqual(['ice: I love ice. ♪']);
  expect((await office.admin.undo(actOf(replaced))).status).toBe(200);
  expect([await rows(), await desk.files()]).toEqual([['ice: I like ice. ♪'], [first]]);
  expect((await office.admin.undo(actOf(given))).status).toBe(200);
  expect([await rows(), await desk.files()]).toEqual([['ice: I like ice.'], []]);
});

test('replaced audio that is gone cannot come back, and that is said before', async () => {
  const { sent_idx } = await desk.addSentence(await desk.addWord('ice'), 'I like ice.', desk.voice);
  const act = actOf(await desk.send(`/api/v1/sentence/${sent_idx}`, {}, silentMp3(80)));
  for await (const { key } of office.storage.list('aside/')) await office.storage.remove(key);
  const gone = { status: 409, json: { error: { code: 'undo.file_gone' } } };
  expect(await office.admin.get(`/api/v1/act/${act}`)).toMatchObject(gone);
  expect(await office.admin.undo(act)).toMatchObject(gone);
});
