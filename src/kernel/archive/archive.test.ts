import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ArchiveLimits, archiveLimits, openArchive } from './archive.ts';
import { localOf, patched, recordOf, renamed, zipOf } from './archive.fixture.ts';
import { ArchiveError } from './archive-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = (over: Partial<ArchiveLimits>): ArchiveLimits => ({ ...archiveLimits, ...over });

/** What opening and reading the file to its end comes to: its number of bytes, or why it is refused. */
async function verdict(bytes: Uint8Array, within?: ArchiveLimits): Promise<number | string> {
  const file = path.join(folder, 'one.zip');
  await writeFile(file, bytes);
  try {
    const archive = await openArchive(file, within);
    return await archive.verify().finally(() => archive.close());
  } catch (error) {
    if (error instanceof ArchiveError) return error.fault;
    throw error;
  }
}

const text = 'some words of a book. '.repeat(50);
const whole = zipOf({ 'a.txt': text, 'b/c.txt': text.toUpperCase() });

describe('an honest zip file', () => {
  test('opens, packed or stored, and every byte of it is counted', async () => {
    expect(await verdict(whole)).toBe(2 * text.length);
    expect(await verdict(zipOf({ 'a.txt': text }, { level: 0 }))).toBe(text.length);
    expect(await verdict(zipOf({ 'folder/': '', 'folder/책.txt': text }))).toBe(text.length);
  });
});

describe('a file that is not whole', () => {
  test('is refused wherever it was cut off', async () => {
    for (let length = 4; length < whole.length; length += 7) {
      expect([length, await verdict(whole.subarray(0, length))]).toEqual([length, 'truncated']);
    }
  });

  test('is refused when it is empty, or no zip file, or has something in front', async () => {
    expect(await verdict(new Uint8Array())).toBe('not_zip');
    expect(await verdict(Buffer.from('%PDF-1.7'))).toBe('not_zip');
    expect(await verdict(Buffer.concat([Buffer.from('GIF89a'), whole]))).toBe('not_zip');
    expect(await verdict(zipOf({}))).toBe('empty');
  });

  test('is refused when packed bytes were changed', async () => {
    const copy = Buffer.from(whole);
    copy.fill(0xff, localOf(copy, 'a.txt') + 35, localOf(copy, 'a.txt') + 45);
    expect(await verdict(copy)).toBe('damaged');
    const stored = zipOf({ 'a.txt': text }, { level: 0 });
    stored[localOf(stored, 'a.txt') + 40] = 0;
    expect(await verdict(stored)).toBe('damaged');
  });
});

describe('names that are not safe are refused', () => {
  const unsafe = ['../a', '/etc', 'C:/a', 'c:a_', 'a\\bc', 'a/..', '..\\a', 'a\0bc', 'a\nbc'];

  test.each(unsafe)('%j', async (name) => {
    const zip = zipOf({ ['x'.repeat(name.length)]: text });
    expect(await verdict(renamed(zip, 'x'.repeat(name.length), name))).toBe('unsafe_name');
  });

  test('a symbolic link', async () => {
    const link = patched(zipOf({ link: '/etc/passwd' }), 'link', (copy, at) => {
      copy.writeUInt16LE(3 << 8, at + 4);
      copy.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    });
    expect(await verdict(link)).toBe('unsafe_name');
  });

  test('a name that only the header in front has', async () => {
    const copy = Buffer.from(whole);
    copy.write('../ab', localOf(copy, 'a.txt') + 30, 'latin1');
    expect(await verdict(copy)).toBe('damaged');
  });

  test('a name that stands in it twice, also in other case or with its accents apart', async () => {
    expect(await verdict(renamed(zipOf({ 'a.txt': '1', 'b.txt': '2' }), 'b.txt', 'a.txt'))).toBe('duplicate_name');
    expect(await verdict(zipOf({ 'a.txt': '1', 'A.TXT': '2' }))).toBe('duplicate_name');
    expect(await verdict(zipOf({ é: '1', 'e\u0301': '2' }))).toBe('duplicate_name');
    expect(await verdict(zipOf({ 'a/b': '1', 'a//b': '2' }))).toBe('duplicate_name');
  });
});

describe('what cannot or should not be unpacked is refused', () => {
  test('an encrypted entry, by its record or by its header in front', async () => {
    const flag = (at: number) => {
      const copy = Buffer.from(whole);
      copy.writeUInt16LE(copy.readUInt16LE(at) | 1, at);
      return copy;
    };
    expect(await verdict(flag(recordOf(whole, 'a.txt') + 8))).toBe('encrypted');
    expect(await verdict(flag(localOf(whole, 'a.txt') + 6))).toBe('encrypted');
  });

  test('a method nobody here knows', async () => {
    const odd = patched(whole, 'a.txt', (copy, at) => copy.writeUInt16LE(14, at + 10));
    expect(await verdict(odd)).toBe('unknown_method');
  });

  test('a size that is larger or smaller than what is there: the unpacked bytes decide', async () => {
    const size = (by: number) =>
      patched(whole, 'a.txt', (copy, at) => copy.writeUInt32LE(copy.readUInt32LE(at + 24) + by, at + 24));
    expect(await verdict(size(1))).toBe('truncated');
    expect(await verdict(size(-1))).toBe('damaged');
  });

  test('more entries, or more unpacked bytes, than agreed', async () => {
    expect(await verdict(whole, limits({ entries: 1 }))).toBe('too_many_entries');
    expect(await verdict(whole, limits({ unpacked: 2 * text.length - 1 }))).toBe('too_large');
    expect(await verdict(whole, limits({ unpacked: 2 * text.length }))).toBe(2 * text.length);
  });

  test('a bomb: by what it says of itself, by what it really unpacks to, by entries over each other', async () => {
    const zeros = zipOf({ 'zeros.bin': new Uint8Array(32 << 20) }, { level: 9 });
    expect(await verdict(zeros)).toBe('bomb');
    const modest = patched(zeros, 'zeros.bin', (copy, at) => copy.writeUInt32LE(1000, at + 24));
    expect(await verdict(modest)).toBe('damaged');
    const over = patched(whole, 'a.txt', (copy, at) => copy.writeUInt32LE(whole.length * 2, at + 20));
    expect(await verdict(over)).toBe('bomb');
  });
});
