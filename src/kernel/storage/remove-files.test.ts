import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedDirectory, serveDirectory } from './directory-storage.fixture.ts';
import { removeFiles } from './remove-files.ts';

let served: ServedDirectory;
beforeAll(async () => {
  served = await serveDirectory();
});
afterAll(() => served.close());

test('many files are removed, even when one cannot be; that failure is reported', async () => {
  const keys = Array.from({ length: 40 }, (_, n) => `many/${n}.txt`);
  for (const key of keys) await served.storage.put(key, Readable.from(['x']));
  const removal = removeFiles(served.storage, [...keys.slice(0, 20), '../bad', ...keys.slice(20)]);
  await expect(removal).rejects.toMatchObject({ code: 'storage.bad_key' });
  expect(await Array.fromAsync(served.storage.list('many/'))).toEqual([]);
});
