import { expect, test } from 'vitest';
import { silentMp3 } from '../sentence.factory.ts';
import { readMp3, soundOf } from './mp3.rules.ts';

async function* pieces(bytes: Uint8Array, length = 1000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const read = (bytes: Uint8Array) => readMp3(pieces(bytes));
const joined = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
const tag = (length: number) =>
  joined('ID3\x04\x00\x00\x00\x00', Uint8Array.of(length >> 7, length & 0x7f), new Uint8Array(length));

test.each<[string, Uint8Array]>([
  ['frames alone', silentMp3(4)],
  ['a single frame', silentMp3(1)],
  ['a single frame and the old tag', joined(silentMp3(1), 'TAG', new Uint8Array(125))],
  ['a tag before the frames', joined(tag(1500), silentMp3(4))],
  ['a tag, padding and frames', joined(tag(20), new Uint8Array(4096), silentMp3(4))],
])('%s is an MP3 file', async (_name, bytes) => {
  expect(await read(bytes)).toMatchObject({ ms: expect.any(Number), isCut: false });
});

test('a file that is cut off is told from a whole one, wherever its last frame ends', async () => {
  const whole = silentMp3(5);
  const cuts = Array.from({ length: 416 }, (_, lost) => whole.subarray(0, -1 - lost));
  expect(new Set((await Promise.all(cuts.map(read))).map((found) => found?.isCut))).toEqual(new Set([true]));
});

const frame = 1_152_000 / 44_100;
/** Frames of these bit rates, encoded in the second half of the third byte. */
const frames = (...rates: (32 | 128 | 320)[]) =>
  joined(
    ...rates.map((rate) => {
      const bytes = new Uint8Array(Math.floor((144 * rate * 1000) / 44_100));
      bytes.set([0xff, 0xfb, { 32: 0x10, 128: 0x90, 320: 0xe0 }[rate], 0xc4]);
      return bytes;
    }),
  );
/** The info frame that variable-bit-rate encoders put first; its contents are not trusted. */
const facts = (name: 'Xing' | 'VBRI') => {
  const bytes = frames(128);
  bytes.set(Buffer.from(`${name}\0\x01\0\x01\0\x01\0\x01\0\x01\0\x01`, 'latin1'), name === 'VBRI' ? 36 : 21);
  return bytes;
};
/** The info frame of an encoder that says how many frames there are, and bytes. */
const info = (count: number, bytes: number) => {
  const head = silentMp3(1);
  head.set(Buffer.from('Info\0\0\0\x03', 'latin1'), 36);
  new DataView(head.buffer).setUint32(44, count);
  new DataView(head.buffer).setUint32(48, bytes);
  return head;
};

test.each<[string, Uint8Array, boolean]>([
  ['as long as it says', joined(info(6, 7 * 417), silentMp3(6)), false],
  ['as long as it says, which counts its own frame', joined(info(7, 7 * 417), silentMp3(6)), false],
  ['joined to another', joined(info(6, 7 * 417), silentMp3(6), silentMp3(6)), false],
  ['cut off behind a frame', joined(info(12, 13 * 417), silentMp3(6)), true],
  ['one that says nothing of its bytes', joined(info(12, 0), silentMp3(6)), false],
])('an MP3 that says how long it is: %s', async (_name, bytes, isCut) => {
  expect(await read(bytes)).toMatchObject({ isCut });
});

test.each<[string, Uint8Array, Uint8Array]>([
  ['before it', joined(tag(9000), new Uint8Array(100), silentMp3(4)), silentMp3(4)],
  ['behind it', joined(silentMp3(4), 'APETAGEX\xff\xfb\x90', tag(9000)), silentMp3(4)],
  ['in it', joined(silentMp3(4), tag(5000), silentMp3(3)), silentMp3(7)],
])('the sound is what is left without tags %s', async (_name, bytes, sound) => {
  expect(Buffer.concat(await Array.fromAsync(soundOf(pieces(bytes))))).toEqual(Buffer.from(sound));
  expect(await read(bytes)).toMatchObject({ sound: sound.length });
});

const varying = [128, 128, 128, 128, 32, 32, 320, 32] as const;

test.each<[string, Uint8Array, number]>([
  ['of one bit rate', silentMp3(383), 383],
  ['of several, without a word of it', frames(...varying), 8],
  ['of several, with a frame of facts (Xing)', joined(facts('Xing'), frames(...varying)), 8],
  ['of several, with a frame of facts (VBRI)', joined(facts('VBRI'), frames(...varying)), 8],
  [
    'with a tag between them and another behind',
    joined(silentMp3(4), tag(5000), silentMp3(4), 'APETAGEX', tag(900)),
    8,
  ],
  ['with pictures behind that look like frames', joined(silentMp3(4), 'APETAGEX\xff\xfb\x90', tag(9000)), 4],
])('the length is computed from the frames: %s', async (_name, bytes, count) => {
  expect(await read(bytes)).toMatchObject({ ms: Math.round(count * frame), isCut: false });
});

test('twenty megabytes are read quickly, whatever they hold', async () => {
  const size = 20 << 20;
  const smallest = new Uint8Array(size);
  for (let at = 0; at < size; at += 24) smallest.set([0xff, 0xf3, 0x14, 0xc4], at);
  const syncs = joined(silentMp3(2), new Uint8Array(size).fill(0xff));
  const headers = joined(silentMp3(2), Buffer.alloc(size, Uint8Array.of(0xff, 0xfb, 0x90, 0xff, 0xfb)));
  // Reading in quadratic time would exceed the test's time limit.
  for (const bytes of [smallest, syncs, headers]) expect(await readMp3(pieces(bytes, 1 << 16))).not.toBeNull();
});

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['zeros', new Uint8Array(10_000)],
  ['text', joined('ID3 is a tag, and this is text.'.repeat(40))],
  ['a page of HTML behind a sync word', joined(Uint8Array.of(0xff, 0xfb, 0x90, 0x00), '<html>'.repeat(200))],
  ['a PNG', joined('\x89PNG\r\n\x1a\n', silentMp3(4))],
  ['a WAV', joined('RIFF\0\0\0\0WAVEfmt ', silentMp3(4))],
  ['a zip with frames behind it', joined('PK\x03\x04', silentMp3(4))],
  ['a tag that is longer than the file', joined('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', silentMp3(4))],
  ['a tag with nothing behind it', tag(500)],
  ['a first frame that is cut off', silentMp3(1).subarray(0, 200)],
  ['more padding than encoders leave', joined(tag(20), new Uint8Array(5000), silentMp3(4))],
  ['frames of MPEG Layer II', Uint8Array.from(silentMp3(4), (byte) => (byte === 0xfb ? 0xfd : byte))],
  ['a bit rate that is not allowed', Uint8Array.from(silentMp3(4), (byte) => (byte === 0x90 ? 0xf0 : byte))],
  ['a sample rate that is reserved', Uint8Array.from(silentMp3(4), (byte) => (byte === 0x90 ? 0x9c : byte))],
])('%s is not an MP3 file', async (_name, bytes) => {
  expect(await read(bytes)).toBeNull();
});
