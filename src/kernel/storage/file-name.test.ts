import { expect, test } from 'vitest';
import { cleanStem } from './file-name.ts';
import { isStorageKey } from './storage-key.ts';

test.each([
  ['cover.jpg', 'cover'],
  ['My cover.final.jpg', 'My_cover.final'],
  ['Tom & Jerry\t1.png', 'Tom_x_Jerry_1'],
  ['표지 (1).jpg', '____1_'],
  ['a\u0000b\u0007.jpg', 'a_b_'],
  ['C:\\Users\\ada\\cover.jpg', 'cover'],
  ['../../etc/passwd', 'passwd'],
  ['', 'file'],
  ['x'.repeat(300), 'x'.repeat(80)],
])('the file name %j is cleaned to %j', (name, stem) => {
  expect(cleanStem(name)).toBe(stem);
  expect(isStorageKey(`images/${stem}.jpg`)).toBe(true);
});
