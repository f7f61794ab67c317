import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, startOffice } from '#test/app.ts';
import { picturedMp3, silentMp3 } from './sentence.factory.ts';
import { wordDesk } from './sentence.fixture.ts';

let office: Office;
let word: number;
const desk = wordDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  word = await desk.addWord('ice cream');
});

const url = '/api/v1/sentence';
const fields = (over = {}) => ({
  bid: 'B1',
  word_idx: word,
  sentence: 'I like ice cream.',
  mdr_targeted: 'Y',
  ...over,
});
const list = async () => (await office.admin.get(`${url}?word_idx=${word}`)).json.results;
const heard = (path: string) => office.stranger.get(path);

describe('A sentence is added', () => {
  test('with its audio, which anybody can then listen to at an unguessable address', async () => {
    const answer = await desk.send(url, fields({ word: 'Ice Cream' }), desk.voice);
    const { sent_idx, audio_path } = answer.json.results;
    expect(answer).toMatchObject({
      status: 200,
      json: {
        results: {
          bid: 'B1',
          word_idx: word,
          word: 'ice_cream',
          sentence: 'I like ice cream.',
          mdr_targeted: 'Y',
          version: 1,
          files: [
            { target_ctl: 'sentence', target_id: sent_idx, type: 'audio', path: audio_path, size: 16_680, ms: 1045 },
          ],
        },
      },
    });
    expect(audio_path).toMatch(/^\/contents\/audios\/[\da-f]{8}-[\da-f-]{27}\.mp3$/);
    expect(await heard(audio_path)).toMatchObject({ status: 200, headers: { 'content-type': 'audio/mpeg' } });
    const { act_idx, ...sentence } = answer.json.results;
    expect([act_idx, await list()]).toEqual([expect.any(Number), [sentence]]);
    expect((await desk.trail()).at(-1)).toMatchObject({
      entity: 'sentence',
      entity_id: String(sent_idx),
      action: 'sentence.created',
      after: { word: 'ice_cream', sentence: 'I like ice cream.', mdr_targeted: 'Y' },
    });
    expect((await desk.changes()).slice(-2)).toEqual([`sentence ${sent_idx}`, 'book B1']);
  });

  test('with the sound of its audio alone, if that carries a picture that readers would load with it', async () => {
    const answer = await desk.send(url, fields(), picturedMp3(40, 11 << 20));
    const [file] = answer.json.results.files;
    expect(file).toMatchObject({ size: 16_680, ms: 1045 });
    expect(Buffer.from((await heard(file.path)).bytes)).toEqual(Buffer.from(silentMp3(40)));
    expect(await desk.files()).toHaveLength(1);
    const titled = await desk.send(url, fields({ sentence: 'With a title.' }), picturedMp3(40, 1000));
    expect(titled.json.results.files[0].size).toBe(16_680 + 1020);
  });

  test('with whole audio only: what was cut off is refused with the reason, and not kept', async () => {
    const answer = await desk.send(url, fields(), silentMp3(40).subarray(0, -100));
    expect(answer).toMatchObject({
      status: 422,
      json: { error: { fields: { audio: 'This MP3 breaks off before its end. Upload the whole file.' } } },
    });
    expect([await list(), await desk.files()]).toEqual([[], []]);
  });

  test.each(['multipart', 'urlencoded', 'JSON'])('without audio, from a form as %s', async (kind) => {
    const text = Object.fromEntries(Object.entries(fields()).map(([name, value]) => [name, String(value)]));
    const answer = await (kind === 'multipart'
      ? desk.send(url, fields())
      : kind === 'JSON'
        ? office.admin.post(url, fields())
        : office.admin.form(url, text));
    expect(answer).toMatchObject({ status: 200, json: { results: { audio_path: false, files: [] } } });
  });

  test('trimmed, and not targeted by default', async () => {
    const { mdr_targeted: _, ...rest } = fields({ sentence: '  I like it. \n' });
    const answer = await office.admin.post(url, rest);
    expect(answer.json.results).toMatchObject({ sentence: 'I like it.', mdr_targeted: 'N' });
  });

  test('with the file field left empty, as browsers send it', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name=';
    const texts = Object.entries(fields()).map(([name, value]) => `${head}"${name}"\r\n\r\n${value}\r\n`);
    const alone = `${head}"audio"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const [payload, status] of [
      [texts.join('') + alone, 200],
      [texts.join('') + alone.replace(/Content-Type.*\r\n/, ''), 409],
    ] as const) {
      expect((await office.admin.send({ method: 'POST', url, payload, headers })).status).toBe(status);
    }
    expect(await list()).toMatchObject([{ audio_path: false }]);
  });

  test('once: a duplicate for the same word is refused, and its audio is not kept', async () => {
    await desk.addSentence(word, 'I like ice cream.');
    const again = await desk.send(url, fields(), desk.voice);
    expect(again).toMatchObject({
      status: 409,
      json: {
        error: { code: 'book.sentence_taken', fields: { sentence: 'This word already has the same sentence.' } },
      },
    });
    expect(await desk.files()).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['a word that does not exist', { word_idx: 999 }],
    ['a word of another book', { bid: 'B2' }],
    ['an id that is of another word', { word: 'moon' }],
  ])('never to %s', async (_name, over) => {
    expect(await desk.send(url, fields(over), desk.voice)).toMatchObject({
      status: 404,
      json: { error: { code: 'book.word_not_found' } },
    });
    expect(await desk.files()).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no text', { sentence: '  ' }, 'sentence'],
    ['too long a text', { sentence: 'x'.repeat(801) }, 'sentence'],
    ['another letter than Y or N', { mdr_targeted: 'y' }, 'mdr_targeted'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['no number of a word', { word_idx: 'x' }, 'word_idx'],
  ])(
    'not with %s: the field is named, as JSON and as a form, and the audio is not kept',
    async (_name, over, field) => {
      for (const answer of [
        await office.admin.post(url, fields(over)),
        await desk.send(url, fields(over), desk.voice),
      ]) {
        expect(answer).toMatchObject({ status: 400, json: { error: { fields: { [field]: expect.any(String) } } } });
      }
      expect(await desk.files()).toEqual([]);
      expect(await list()).toEqual([]);
    },
  );
});

describe('Audio is refused, and nothing is kept', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['text under the name of an MP3', bytes('This is text. '.repeat(500))],
    ['an empty file', new Uint8Array()],
    ['a page with a script', bytes('<html><script>alert(1)</script></html>'.repeat(50))],
    ['frames behind a zip', new Uint8Array(Buffer.concat([Buffer.from('PK\u0003\u0004'), silentMp3(9)]))],
    ['a file cut off in its first frame', silentMp3(1).slice(0, 300)],
  ])('where it is %s', async (_name, audio) => {
    expect(await desk.send(url, fields(), audio)).toMatchObject({
      status: 415,
      json: { error: { fields: { audio: 'Not a valid MP3 file.' } } },
    });
    expect(await desk.files()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test('where it is one byte over 20 MB; 20 MB are accepted', async () => {
    const limit = 20 * 1024 * 1024;
    const large = new Uint8Array(limit + 1);
    large.set(silentMp3(4));
    expect(await desk.send(url, fields(), large)).toMatchObject({
      status: 413,
      json: { error: { code: 'storage.too_large' } },
    });
    expect(await desk.files()).toEqual([]);
    expect((await desk.send(url, fields(), large.subarray(0, limit))).status).toBe(200);
  });

  test('where the file has another field name, or comes twice', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields())) form.append(name, String(value));
    form.append('audio', new File([desk.voice], 'a.mp3'));
    form.append('audio', new File([desk.voice], 'b.mp3'));
    expect(await office.admin.upload(url, form)).toMatchObject({
      status: 400,
      json: { error: { fields: { audio: expect.any(String) } } },
    });
    form.delete('audio');
    form.append('voice', new File([desk.voice], 'a.mp3'));
    expect(await office.admin.upload(url, form)).toMatchObject({
      status: 400,
      json: { error: { fields: { voice: expect.any(String) } } },
    });
    expect(await desk.files()).toEqual([]);
  });

  test('where the form breaks off in the middle of the file', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\n\r\n';
    const answer = await office.admin.send({
      method: 'POST',
      url,
      payload: Buffer.concat([Buffer.from(head), desk.voice]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(answer.status).toBe(400);
    expect(await desk.files()).toEqual([]);
  });
});

describe('A sentence is changed', () => {
  const change = (id: number, over: Record<string, string | number>, audio?: BlobPart) =>
    desk.send(`${url}/${id}`, over, audio);

  test('in its text alone: absent fields stay, and so does its audio', async () => {
    const made = await desk.addSentence(word, 'I like ice.', desk.voice);
    const answer = await office.admin.post(`${url}/${made.sent_idx}`, { sentence: 'I love ice.', version: 1 });
    const act_idx = expect.any(Number);
    expect(answer.json.results).toEqual({ ...made, sentence: 'I love ice.', version: 2, act_idx });
    expect((await desk.trail()).at(-1)).toMatchObject({
      action: 'sentence.updated',
      before: { sentence: 'I like ice.' },
      after: { sentence: 'I love ice.' },
    });
  });

  test('in its audio: the new file has a new address, and the old one is gone', async () => {
    const made = await desk.addSentence(word, 'I like ice.', desk.voice);
    const { results } = (await change(made.sent_idx, fields({ sentence: 'I like ice.' }), silentMp3(9))).json;
    expect(results.audio_path).not.toBe(made.audio_path);
    expect((await heard(made.audio_path)).status).toBe(404);
    expect((await heard(results.audio_path)).status).toBe(200);
    expect(await desk.files()).toHaveLength(1);
  });

  test('not at all, where nothing differs: it keeps its version and leaves no trace', async () => {
    const { act_idx: _, ...made } = await desk.addSentence(word, 'I like ice.');
    const trail = await desk.trail();
    const answer = await change(made.sent_idx, fields({ sentence: ' I like ice. ', version: 1 }));
    expect(answer.json.results).toEqual(made);
    expect(await desk.trail()).toEqual(trail);
  });

  test('not over a newer version: the answer says who saved it and its text; the audio is not kept', async () => {
    const made = await desk.addSentence(word, 'I like ice.');
    await change(made.sent_idx, { sentence: 'I love ice.', version: 1 });
    expect(await change(made.sent_idx, { sentence: 'I eat ice.', version: 1 }, desk.voice)).toMatchObject({
      status: 409,
      json: {
        error: { code: 'error.stale', details: { name: 'ada', version: 2, record: { sentence: 'I love ice.' } } },
      },
    });
    expect(await desk.files()).toEqual([]);
    expect((await change(made.sent_idx, { sentence: 'I eat ice.' })).status).toBe(200);
  });

  test('not into another sentence of the word', async () => {
    await desk.addSentence(word, 'I like ice.');
    const made = await desk.addSentence(word, 'I love ice.', desk.voice);
    expect((await change(made.sent_idx, { sentence: 'I like ice.' }, silentMp3(3))).status).toBe(409);
    expect((await desk.files()).map((key) => `/contents/${key}`)).toEqual([made.audio_path]);
  });

  test('not where it is gone, or named together with another word or book', async () => {
    const { sent_idx } = await desk.addSentence(word, 'I like ice.');
    for (const [name, value] of Object.entries({ bid: 'B2', word_idx: word + 1, word: 'moon' })) {
      expect((await change(sent_idx, { [name]: value, sentence: 'x' })).status).toBe(404);
    }
    expect((await change(999, { sentence: 'x' }, desk.voice)).status).toBe(404);
    expect(await desk.files()).toEqual([]);
  });
});

describe('Audio is removed', () => {
  const file = (id: number | string, path: string) => ({
    target_ctl: 'sentence',
    target_id: id,
    file_type: 'audio',
    file_path: path,
  });

  test('from a sentence, which stays', async () => {
    const made = await desk.addSentence(word, 'I like ice.', desk.voice);
    expect((await office.admin.delete('/api/v1/file', file(made.sent_idx, made.audio_path))).status).toBe(200);
    expect(await list()).toMatchObject([{ sent_idx: made.sent_idx, audio_path: false, files: [], version: 2 }]);
    expect(await desk.files()).toEqual([]);
    expect((await desk.trail()).at(-1)).toMatchObject({ action: 'sentence.updated', after: { audio: null } });
  });

  test('never where the sentence has another by now, or does not exist', async () => {
    const made = await desk.addSentence(word, 'I like ice.', desk.voice);
    for (const body of [
      file(made.sent_idx, '/contents/audios/x.mp3'),
      file(999, made.audio_path),
      file('x', made.audio_path),
    ]) {
      expect((await office.admin.delete('/api/v1/file', body)).status).toBe(404);
    }
    expect(await desk.files()).toHaveLength(1);
  });
});

test('a sentence is deleted once, with its audio', async () => {
  const { sent_idx, audio_path } = await desk.addSentence(word, 'I like ice.', desk.voice);
  expect(await office.admin.delete(`${url}/${sent_idx}`)).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect((await office.admin.delete(`${url}/${sent_idx}`)).status).toBe(404);
  expect((await heard(audio_path)).status).toBe(404);
  expect(await list()).toEqual([]);
  expect((await desk.trail()).at(-1)).toMatchObject({
    action: 'sentence.deleted',
    before: { sentence: 'I like ice.' },
  });
});

test('the dialogs are bare HTML with the sentence, and as links open over the page of the book', async () => {
  const { sent_idx } = await desk.addSentence(word, 'I like <ice>.', desk.voice);
  const add = `/book/word/sentence/add?bid=B1&word_idx=${word}&word=ice_cream`;
  const update = `/book/word/sentence/update?sent_idx=${sent_idx}`;
  const bare = { 'sec-fetch-mode': 'cors' };
  expect((await office.admin.get(add, bare)).body).toShow('Add sentence: ice cream');
  expect((await office.admin.get(update, bare)).body).toShow('I like &lt;ice&gt;.');
  for (const link of [add, update]) {
    expect((await office.admin.get(link, { 'sec-fetch-mode': 'navigate' })).body).toShow(
      'data-within="/book/B1/words"',
    );
  }
  expect((await office.admin.get('/book/word/sentence/update?sent_idx=999', bare)).status).toBe(404);
  expect((await office.admin.get(`/book/word/sentence/add?bid=B2&word_idx=${word}`, bare)).status).toBe(404);
});

test('the sweep removes unreferenced audio after a day, and nothing else', async () => {
  const { audio_path } = await desk.addSentence(word, 'I like ice.', desk.voice);
  await office.storage.put('audios/left-by-a-crash.mp3', Readable.from([desk.voice]));
  const then = office.clock.now();
  const later = (hours: number) => office.clock.set(new Date(Date.now() + hours * 3_600_000).toISOString());
  later(23);
  expect(await sweepUnreferencedFiles(office.app)).toBe(0);
  later(25);
  expect(await sweepUnreferencedFiles(office.app)).toBe(1);
  office.clock.set(then.toISOString());
  expect((await desk.files()).map((key) => `/contents/${key}`)).toEqual([audio_path]);
});

test('outside production audio is stored separately', async () => {
  const trial = await startOffice({ environment: { NODE_ENV: 'test' } });
  const there = wordDesk(() => trial);
  await there.clear();
  const { audio_path } = await there.addSentence(await there.addWord('sun'), 'The sun rises.', desk.voice);
  await trial.close();
  expect(audio_path).toMatch(/^\/contents\/test\/audios\//);
});
