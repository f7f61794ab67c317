import { expect, test } from 'vitest';
import { readMp3 } from '#features/word/audio/mp3.rules.ts';
import { toneMp3 } from './tone.rules.ts';

async function* pieces(bytes: Uint8Array) {
  yield bytes;
}

test('the sound of a word is an MP3 that plays its letters, and no two words sound alike', async () => {
  const played = await readMp3(pieces(toneMp3('faro')));
  // Four letters of seven frames of 26 milliseconds.
  expect(played?.ms).toBe(731);
  expect(await readMp3(pieces(toneMp3('a very long sentence')))).toMatchObject({ ms: 1463, isCut: false });
  expect(toneMp3('faro')).not.toEqual(toneMp3('fara'));
  expect(toneMp3('faro')).toEqual(toneMp3('faro'));
});
