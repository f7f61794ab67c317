import { expect, test } from 'vitest';
import { readMp3 } from './mp3.rules.ts';
import { silentMp3 } from './sentence.factory.ts';

const read = (bytes: Uint8Array) =>
  readMp3(async (start, length) => bytes.subarray(start, start + length), bytes.length);
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
  ['a last frame that is cut off', silentMp3(4).subarray(0, -100)],
])('%s is an MP3 file', async (_name, bytes) => {
  expect(await read(bytes)).toMatchObject({ ms: expect.any(Number) });
});

test('the length follows from the bit rate, or from the count of frames where the file has one', async () => {
  expect(await read(silentMp3(383))).toEqual({ ms: 9982 });
  const counted = silentMp3(2);
  counted.set(Buffer.from('Xing\0\0\0\x01\0\0\x01\x00', 'latin1'), 4 + 17);
  expect(await read(counted)).toEqual({ ms: Math.round((256 * 1152 * 1000) / 44_100) });
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
])('%s is none', async (_name, bytes) => {
  expect(await read(bytes)).toBeNull();
});
