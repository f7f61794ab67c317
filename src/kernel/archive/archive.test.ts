import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  assembled,
  emptyFiles,
  localOf,
  misstated,
  patched,
  recordOf,
  renamed,
  sections,
  shortened,
  streamed,
  widened,
  zipOf,
} from './archive.fixture.ts';
import { type ArchiveLimits, archiveLimits, openArchive } from './archive.ts';
import { ArchiveError } from './archive-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = (over: Partial<ArchiveLimits>): ArchiveLimits => ({ ...archiveLimits, ...over });

/** Opens the file and reads it to its end: returns its number of bytes, or why it is refused. */
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
  test('opens, compressed or stored, and every byte of it is counted', async () => {
    expect(await verdict(whole)).toBe(2 * text.length);
    expect(await verdict(zipOf({ 'a.txt': text }, { level: 0 }))).toBe(text.length);
    expect(await verdict(zipOf({ 'folder/': '', 'folder/책.txt': text }))).toBe(text.length);
  });
});

/** The names of a zip file whose one entry has these bytes as its name. */
async function namesOf(bytes: number[]): Promise<string[]> {
  const name = Buffer.from(bytes).toString('latin1');
  const plain = 'x'.repeat(name.length);
  return readNames(renamed(zipOf({ [plain]: text }), plain, name));
}

async function readNames(bytes: Uint8Array): Promise<string[]> {
  const file = path.join(folder, 'names.zip');
  await writeFile(file, bytes);
  const archive = await openArchive(file);
  archive.close();
  return archive.names;
}

describe('a name', () => {
  const html = [...Buffer.from('.html')];

  test.each([
    ['Shift-JIS', 'ソ.html', [0x83, 0x5c, ...html]],
    ['Shift-JIS', '表.html', [0x95, 0x5c, ...html]],
    ['Big5', '功.html', [0xa5, 0x5c, ...html]],
    ['EUC-KR', '한글.html', [0xc7, 0xd1, 0xb1, 0xdb, ...html]],
    ['UTF-8 that is not marked as such', '책.html', [...Buffer.from('책'), ...html]],
    ['the encoding of the format', 'é.html', [0x82, ...html]],
  ])('in %s is read as people see it: %s', async (_encoding, name, bytes) => {
    expect(await namesOf(bytes)).toEqual([name]);
  });

  test.each([
    ['a backslash of its own', [0x83, 0x5c, 0x5c, 0x61]],
    ['a way out of the folder for programs that see a backslash', [0x2e, 0x2e, 0x2f, 0x83, 0x5c]],
    ['a way out behind such a byte', [0x83, 0x5c, 0x2e, 0x2e, 0x5c, 0x61]],
    ['a way out that ends with such a byte', [0x83, 0x5c, 0x2e, 0x2e, 0x2f, 0x61]],
  ])('with %s is refused', async (_what, bytes) => {
    await expect(namesOf(bytes)).rejects.toMatchObject({ fault: 'unsafe_name' });
  });

  test('of a file that a Mac or Windows adds is left out, and a zip file with nothing else is empty', async () => {
    const added = {
      '__MACOSX/._a.png': '1',
      '.DS_Store': '2',
      'img/._a.png': '3',
      'img/.DS_Store': '4',
      'img/Thumbs.db': '5',
      'Desktop.ini': '6',
    };
    expect(await readNames(zipOf({ 'index.html': text, 'img/a.png': text, ...added }))).toEqual([
      'index.html',
      'img/a.png',
    ]);
    expect(await verdict(zipOf(added))).toBe('empty');
  });
});

describe('a zip file reads the same from either end', () => {
  const { entries, directory } = sections(whole);
  const extra = zipOf({ '../x.txt': text });

  test('is read with sizes behind its entries, or with a wide end record', async () => {
    expect(await verdict(streamed({ 'a.txt': text, 'b.txt': text }))).toBe(2 * text.length);
    expect(await verdict(widened(whole, 2))).toBe(2 * text.length);
    expect(await verdict(assembled(entries, directory, 2))).toBe(2 * text.length);
  });

  test('is refused with an end record that counts fewer entries than its directory lists', async () => {
    const three = zipOf({ 'a.txt': text, 'b.txt': text, '../x.txt': text });
    const { entries: all, directory: listed } = sections(three);
    expect(await verdict(assembled(all, listed, 1))).toBe('hidden');
    const many = emptyFiles(70_000);
    expect(many.readUInt16LE(many.length - 12)).toBe(70_000 - 65_536);
    expect(await verdict(many)).toBe('hidden');
    expect(await verdict(emptyFiles(3000))).toBe(0);
    expect(await verdict(widened(whole, 1))).toBe('hidden');
  });

  test('is refused with an unlisted entry: between others, in front, behind, before the end', async () => {
    const hidden = sections(extra).entries;
    const second = localOf(whole, 'b/c.txt');
    const shift = (names: string[]) => {
      const copy = Buffer.from(whole);
      for (const name of names) copy.writeUInt32LE(localOf(whole, name) + hidden.length, recordOf(whole, name) + 42);
      return sections(copy).directory;
    };
    const between = Buffer.concat([entries.subarray(0, second), hidden, entries.subarray(second)]);
    expect(await verdict(assembled(between, shift(['b/c.txt']), 2))).toBe('hidden');
    expect(await verdict(assembled(Buffer.concat([hidden, entries]), shift(['a.txt', 'b/c.txt']), 2))).toBe('hidden');
    expect(await verdict(assembled(Buffer.concat([entries, hidden]), directory, 2))).toBe('hidden');
    const beyond = Buffer.concat([directory, sections(extra).directory]);
    const short = assembled(entries, beyond, 2);
    short.writeUInt32LE(directory.length, short.length - 10);
    expect(await verdict(short)).toBe('hidden');
  });

  test('is refused with overlapping entries', async () => {
    const over = patched(whole, 'b/c.txt', (copy, at) => copy.writeUInt32LE(0, at + 42));
    expect(await verdict(over)).toBe('damaged');
  });

  test.each([
    ['name', 30],
    ['method', 8],
    ['flags', 6],
    ['sum', 14],
    ['packed size', 18],
    ['unpacked size', 22],
  ])('is refused with a different %s in front of an entry than in its directory', async (_what, at) => {
    const copy = Buffer.from(whole);
    const offset = localOf(copy, 'a.txt') + at;
    copy.writeUInt8((copy[offset] ?? 0) ^ 8, offset);
    expect(await verdict(copy)).toBe('damaged');
  });

  test('is refused with different sizes behind an entry than in its directory', async () => {
    const zip = streamed({ 'a.txt': text, 'b.txt': text });
    zip.writeUInt8(1, localOf(zip, 'b.txt') - 1);
    expect(await verdict(zip)).toBe('damaged');
  });
});

describe('an incomplete file', () => {
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

  test('is refused when compressed bytes were changed', async () => {
    const copy = Buffer.from(whole);
    copy.fill(0xff, localOf(copy, 'a.txt') + 35, localOf(copy, 'a.txt') + 45);
    expect(await verdict(copy)).toBe('damaged');
    const stored = zipOf({ 'a.txt': text }, { level: 0 });
    stored[localOf(stored, 'a.txt') + 40] = 0;
    expect(await verdict(stored)).toBe('damaged');
  });
});

describe('unsafe names are refused', () => {
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

  test('a name that only the local header has', async () => {
    const copy = Buffer.from(whole);
    copy.write('../ab', localOf(copy, 'a.txt') + 30, 'latin1');
    expect(await verdict(copy)).toBe('damaged');
  });

  test('a name that occurs twice, also in another case or with decomposed accents', async () => {
    expect(await verdict(renamed(zipOf({ 'a.txt': '1', 'b.txt': '2' }), 'b.txt', 'a.txt'))).toBe('duplicate_name');
    expect(await verdict(zipOf({ 'a.txt': '1', 'A.TXT': '2' }))).toBe('duplicate_name');
    expect(await verdict(zipOf({ é: '1', 'e\u0301': '2' }))).toBe('duplicate_name');
    expect(await verdict(zipOf({ 'a/b': '1', 'a//b': '2' }))).toBe('duplicate_name');
  });
});

describe('files that cannot or should not be unpacked are refused', () => {
  test('an encrypted entry, by its record or by its header in front', async () => {
    const flag = (at: number) => {
      const copy = Buffer.from(whole);
      copy.writeUInt16LE(copy.readUInt16LE(at) | 1, at);
      return copy;
    };
    expect(await verdict(flag(recordOf(whole, 'a.txt') + 8))).toBe('encrypted');
    expect(await verdict(flag(localOf(whole, 'a.txt') + 6))).toBe('encrypted');
  });

  test('an unknown compression method', async () => {
    const odd = patched(whole, 'a.txt', (copy, at) => copy.writeUInt16LE(14, at + 10));
    expect(await verdict(odd)).toBe('unknown_method');
  });

  test('a size that is larger or smaller than the unpacked bytes, which decide', async () => {
    expect(await verdict(misstated(whole, 'a.txt', 'unpacked', 1))).toBe('truncated');
    expect(await verdict(misstated(whole, 'a.txt', 'unpacked', -1))).toBe('damaged');
    expect(await verdict(misstated(whole, 'a.txt', 'crc', 1))).toBe('damaged');
    expect(await verdict(shortened(whole, 'a.txt', 5))).toBe('truncated');
  });

  test('more entries, or more unpacked bytes, than allowed', async () => {
    expect(await verdict(whole, limits({ entries: 1 }))).toBe('too_many_entries');
    expect(await verdict(whole, limits({ unpacked: 2 * text.length - 1 }))).toBe('too_large');
    expect(await verdict(whole, limits({ unpacked: 2 * text.length }))).toBe(2 * text.length);
  });

  test('a bomb: by its declared size, by its real unpacked size, by overlapping entries', async () => {
    const zeros = zipOf({ 'zeros.bin': new Uint8Array(32 << 20) }, { level: 9 });
    expect(await verdict(zeros)).toBe('bomb');
    expect(await verdict(misstated(zeros, 'zeros.bin', 'unpacked', 1000 - (32 << 20)))).toBe('damaged');
    const over = patched(whole, 'a.txt', (copy, at) => copy.writeUInt32LE(whole.length * 2, at + 20));
    expect(await verdict(over)).toBe('bomb');
  });
});
