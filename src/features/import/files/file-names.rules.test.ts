import { describe, expect, test } from 'vitest';
import { readAudioName, readImageName } from './file-names.rules.ts';

describe('The name of a picture', () => {
  test.each([
    ['B1_cover.jpg', { bid: 'B1', kind: 'cover', place: 1 }],
    ['B1_preview_1.jpg', { bid: 'B1', kind: 'preview', place: 1 }],
    ['B1_preview_120.JPG', { bid: 'B1', kind: 'preview', place: 120 }],
    ['B1_Cover.Jpg', { bid: 'B1', kind: 'cover', place: 1 }],
    ['B_1_a-2_cover.jpg', { bid: 'B_1_a-2', kind: 'cover', place: 1 }],
    ['B1_cover_cover.jpg', { bid: 'B1_cover', kind: 'cover', place: 1 }],
    ['B1_preview_1_preview_2.jpg', { bid: 'B1_preview_1', kind: 'preview', place: 2 }],
  ])('%s names its book and its position', (name, read) => {
    expect(readImageName(name)).toEqual(read);
  });

  test.each([
    'cover.jpg',
    '_cover.jpg',
    'B1.jpg',
    'B1_cover.jpeg',
    'B1_cover.png',
    'B1_cover.jpg.exe',
    'B1_preview.jpg',
    'B1_preview_0.jpg',
    'B1_preview_01.jpg',
    'B1_preview_1000.jpg',
    'B1_preview_1x.jpg',
    'B1 cover.jpg',
    'B1_cover (1).jpg',
  ])('%s is invalid', (name) => {
    expect(readImageName(name)).toBeUndefined();
  });
});

describe('The name of audio', () => {
  test('is read in every possible way, the longest bid first', () => {
    expect(readAudioName('B_1_ice_cream.mp3')).toEqual([
      { bid: 'B_1_ice', word: 'cream' },
      { bid: 'B_1', word: 'ice_cream' },
      { bid: 'B', word: '1_ice_cream' },
    ]);
  });

  test.each([
    ['B1_Ice Cream.MP3', 'ice_cream'],
    ['B1_ice   cream.mp3', 'ice_cream'],
    ['B1_ sun .mp3', 'sun'],
    [`B1_${'한글'.normalize('NFD')}.mp3`, '한글'],
    [`B1_${'É'.normalize('NFD')}tude.mp3`, 'étude'],
    ["B1_o'clock.mp3", "o'clock"],
    ['B1_mp3.mp3', 'mp3'],
  ])('%s holds the word %s', (name, word) => {
    expect(readAudioName(name).at(-1)).toEqual({ bid: 'B1', word });
  });

  test.each(['B1.mp3', '_sun.mp3', 'B1_.mp3', 'B1_ .mp3', '한글_sun.mp3', 'a b_sun.mp3', `${'x'.repeat(65)}_sun.mp3`])(
    '%s is not a name of audio',
    (name) => {
      expect(readAudioName(name)).toEqual([]);
    },
  );
});
