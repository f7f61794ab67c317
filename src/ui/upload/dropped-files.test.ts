import { expect, test } from 'vitest';
import { droppedFiles, supportedFiles } from './dropped-files.ts';

const picture = new File(['x'], 'a.jpg');
const entry = (read: (done: (file: File) => void, failed: (problem: Error) => void) => void) => ({
  webkitGetAsEntry: () => ({ isFile: true, isDirectory: false, file: read }),
  getAsFile: () => picture,
});
const drop = (...items: object[]) => droppedFiles({ items } as unknown as DataTransfer);

test('A dropped file is taken though its entry cannot be read, as of a picture from another program', async () => {
  const unreadable = entry((_done, failed) => failed(new Error('Path does not exist')));
  const readable = entry((done) => done(new File(['y'], 'b.jpg')));
  const without = { webkitGetAsEntry: () => null, getAsFile: () => picture };
  const names = (await drop(unreadable, readable, without)).map(({ name }) => name);
  expect(names).toEqual(['a.jpg', 'b.jpg', 'a.jpg']);
});

test('A folder that cannot be read is no reason to take nothing silently', async () => {
  const folder = {
    webkitGetAsEntry: () => ({
      isFile: false,
      isDirectory: true,
      createReader: () => ({
        readEntries: (_done: unknown, failed: (problem: Error) => void) => failed(new Error('gone')),
      }),
    }),
    getAsFile: () => picture,
  };
  await expect(drop(folder)).rejects.toThrow('gone');
});

test('What Macs add to folders is ignored among files of the same kind', () => {
  const files = ['b2.jpg', '._b2.jpg', '.DS_Store', 'b10.jpg', 'b1.JPG', 'c.png'].map((name) => new File([], name));
  expect(supportedFiles(files, ['.jpg']).map(({ name }) => name)).toEqual(['b1.JPG', 'b2.jpg', 'b10.jpg']);
});
