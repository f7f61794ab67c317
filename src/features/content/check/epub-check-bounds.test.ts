import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeEpub } from '../epub/epub.factory.ts';
import { checkEpub } from './check-epub.ts';
import { checkAside } from './check-process.ts';
import { readEpubFiles, TooLargeToCheck } from './read-epub-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'epub-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function stored(parts: Record<string, string | Uint8Array>): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.epub`);
  await writeFile(file, madeEpub({ parts }));
  return file;
}
const errors: unknown[] = [];
const check = (file: string) =>
  checkEpub(file, { command: [], signal: new AbortController().signal, onError: (error) => errors.push(error) });

/** Bytes that do not compress. */
const noise = (bytes: number) => {
  const made = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(made.subarray(at, at + 65_536));
  return made;
};

describe('However large an EPUB is,', () => {
  test('only the beginnings of large pictures and sounds are read, and never more than a bounded sum', async () => {
    const sounds = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`OPS/${at}.mp3`, noise(1 << 20)]));
    const file = await stored({ ...sounds, 'OPS/film.mp4': noise(3 << 20) });
    const { files, whole } = await readEpubFiles(file);
    expect(whole).toBe(false);
    expect(files.get('OPS/film.mp4')).toHaveLength(4096);
    const sum = [...files.values()].reduce((bytes, one) => bytes + one.length, 0);
    expect(sum).toBeLessThan(52 << 20);
    const { messages } = await check(file);
    expect(messages.map(({ id }) => id)).not.toContain('CHECK-SIZE');
  });

  test('one with a document that is too large for a check says so', async () => {
    const text = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${'<p>It was dark.</p>\n'.repeat(900_000)}</body></html>`;
    const file = await stored({ 'OPS/one.xhtml': `${text}<!--${Buffer.from(noise(400_000)).toString('base64')}-->` });
    await expect(readEpubFiles(file)).rejects.toThrow(TooLargeToCheck);
    const { messages, tool } = await check(file);
    expect(messages).toEqual([
      { severity: 'fatal', id: 'CHECK-SIZE', text: 'The EPUB is too large to be checked.', path: null, line: null },
    ]);
    expect(tool).toMatch(/^epubcheck-ts/);
  });

  test('a zip bomb is not unpacked', async () => {
    const file = await stored({ 'OPS/one.xhtml': ' '.repeat(40 << 20) });
    expect((await check(file)).messages.map(({ id }) => id)).toEqual(['CHECK-SIZE']);
  });

  test('entities that expand to billions of characters do not', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const entities = names.map((name, at) => {
      const before = names[at - 1];
      return `<!ENTITY ${name} "${(before === undefined ? 'ha' : `&${before};`).repeat(10)}">`;
    });
    const page = `<!DOCTYPE html [${entities.join('')}]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head>
<body><p>&j;</p></body></html>`;
    const { messages } = await check(await stored({ 'OPS/one.xhtml': page }));
    expect(messages.some(({ severity }) => severity === 'error' || severity === 'fatal')).toBe(true);
  });

  test('a check ends when it has used up its processor time, however little of the clock’s has passed', async () => {
    const { signal } = new AbortController();
    const file = await stored({});
    expect(await checkAside(file, { signal, processorMs: 1 })).toMatchObject({ problem: 'time' });
    expect(await checkAside(file, { signal })).toHaveProperty('messages');
  });

  test('a file that is no EPUB at all gets a report', async () => {
    const file = path.join(folder, 'broken.epub');
    await writeFile(file, 'not a zip');
    const { messages, accessibility } = await check(file);
    expect(messages).toMatchObject([
      { severity: 'fatal', id: 'PKG-008', text: 'The zip file cannot be read: not zip.' },
    ]);
    expect(accessibility).toBeNull();
  });

  test('one with two files of the same name is not called too large', async () => {
    const name = 'OPS/\u00c1.xhtml';
    const { messages } = await check(await stored({ [name]: 'one', [name.normalize('NFD')]: 'two' }));
    expect(messages).toMatchObject([
      { severity: 'fatal', id: 'PKG-008', text: 'The zip file cannot be read: duplicate name.' },
    ]);
  });
});
