import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedObject, Storage, UploadGrant } from './storage.ts';

const minute = 60_000;

/** Shifts the storage's clock, which otherwise runs in real time. */
export class ShiftedClock {
  shiftMs = 0;
  readonly now = () => new Date(Date.now() + this.shiftMs);
}

/** An empty storage whose `public/` prefix is public and whose URLs work over HTTP. */
export interface StorageUnderTest {
  storage: Storage;
  close(): Promise<void>;
}

export function bytes(content: string | Uint8Array): Readable {
  return Readable.from([Buffer.from(content)]);
}

/** Uploads like a browser: the granted fields first, then the file. */
export function postUpload(grant: UploadGrant, content: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(grant.fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'chosen by the user');
  return fetch(grant.url, { method: 'POST', body: form });
}

export async function listed(objects: AsyncIterable<ListedObject>): Promise<string[]> {
  const keys = [];
  for await (const { key } of objects) keys.push(key);
  return keys;
}

/** Tests that every storage must pass, whatever its backend. */
export function storageContract(name: string, make: (clock: ShiftedClock) => Promise<StorageUnderTest>): void {
  describe(`${name} as a storage`, () => {
    const clock = new ShiftedClock();
    let made: StorageUnderTest;
    let storage: Storage;

    beforeAll(async () => {
      made = await make(clock);
      storage = made.storage;
    });
    beforeEach(() => {
      clock.shiftMs = 0;
    });
    afterAll(() => made.close());

    const read = async (key: string) => text(await storage.open(key));

    describe('objects', () => {
      it('objects that were put without haste are written through together, and read as any other', async () => {
        const keys = ['private/through/a.txt', 'private/through/deep/b.txt'];
        for (const key of keys) await storage.put(key, bytes(key), { durable: false });
        await storage.writeThrough(keys);
        await storage.put('private/through/deep/c.txt', bytes('c'));
        expect(await Promise.all(keys.map(read))).toEqual(keys);
      });

      it('an object is read back as it was put, with its size, type and time', async () => {
        expect(await storage.put('private/a/words.csv', bytes('bid,word'), { contentType: 'text/csv' })).toEqual({
          size: 8,
        });
        expect(await read('private/a/words.csv')).toBe('bid,word');
        const stat = await storage.stat('private/a/words.csv');
        expect(stat).toMatchObject({ size: 8, contentType: 'text/csv; charset=utf-8' });
        expect(Math.abs(Date.now() - Number(stat?.modifiedAt))).toBeLessThan(minute);
      });

      it('a large object keeps every byte', async () => {
        const content = Buffer.alloc(9 * 1024 * 1024, 'reading ');
        await storage.put('private/large.zip', bytes(content));
        expect((await buffer(await storage.open('private/large.zip'))).equals(content)).toBe(true);
      });

      it('an empty object is an object', async () => {
        await storage.put('private/empty.txt', bytes(''));
        expect(await storage.stat('private/empty.txt')).toMatchObject({ size: 0 });
        expect(await read('private/empty.txt')).toBe('');
      });

      it('a second put replaces the first', async () => {
        await storage.put('private/twice.txt', bytes('first, and longer'));
        await storage.put('private/twice.txt', bytes('second'));
        expect(await read('private/twice.txt')).toBe('second');
      });

      it('a part of an object can be opened', async () => {
        await storage.put('private/part.txt', bytes('0123456789'));
        expect(await text(await storage.open('private/part.txt', { start: 2, end: 4 }))).toBe('234');
        expect(await text(await storage.open('private/part.txt', { start: 7 }))).toBe('789');
        expect(await text(await storage.open('private/part.txt', { start: 8, end: 99 }))).toBe('89');
        await expect(storage.open('private/part.txt', { start: 10 })).rejects.toMatchObject({
          code: 'storage.bad_range',
        });
      });

      it('what is not there is not found', async () => {
        const missing = { code: 'storage.not_found', status: 404 };
        expect(await storage.stat('private/missing.txt')).toBeNull();
        await expect(storage.open('private/missing.txt')).rejects.toMatchObject(missing);
        await expect(storage.copy('private/missing.txt', 'private/b.txt')).rejects.toMatchObject(missing);
        await expect(storage.withFile('private/missing.txt', readFile)).rejects.toMatchObject(missing);
        expect(await storage.stat('private/b.txt')).toBeNull();
      });

      it('a removed object is gone, and removing it again is no error', async () => {
        await storage.put('private/gone/x.txt', bytes('x'));
        await storage.remove('private/gone/x.txt');
        await storage.remove('private/gone/x.txt');
        expect(await storage.stat('private/gone/x.txt')).toBeNull();
      });

      it('a copy stands on its own and takes the type of its own key', async () => {
        await storage.put('private/upload', bytes('cover'));
        await storage.copy('private/upload', 'public/covers/1.jpg');
        await storage.put('private/upload', bytes('another'));
        expect(await read('public/covers/1.jpg')).toBe('cover');
        await storage.remove('private/upload');
        expect(await read('public/covers/1.jpg')).toBe('cover');
        expect(await storage.stat('public/covers/1.jpg')).toMatchObject({ contentType: 'image/jpeg' });
      });

      it('a local path holds the object while the work runs, and failures of the work come through', async () => {
        await storage.put('private/book.epub', bytes('chapters'));
        expect(await storage.withFile('private/book.epub', (path) => readFile(path, 'utf8'))).toBe('chapters');
        const failing = storage.withFile('private/book.epub', async () => Promise.reject(new Error('not a zip')));
        await expect(failing).rejects.toThrow('not a zip');
      });

      it('a list gives every key that begins with the prefix, in order, and nothing else', async () => {
        for (const key of ['l/b1/x.mp3', 'l/b1.txt', 'l/b1-a.txt', 'l/b10/x.mp3', 'l/a.txt', 'other/l/b1.txt']) {
          await storage.put(key, bytes(key));
        }
        expect(await listed(storage.list('l/b1'))).toEqual(['l/b1-a.txt', 'l/b1.txt', 'l/b1/x.mp3', 'l/b10/x.mp3']);
        expect(await listed(storage.list('l/b1/'))).toEqual(['l/b1/x.mp3']);
        expect(await listed(storage.list('nothing/here'))).toEqual([]);
        expect(await listed(storage.list(''))).toEqual(expect.arrayContaining(['l/a.txt', 'other/l/b1.txt']));
      });
    });

    describe('refusals', () => {
      const badKeys = [
        '',
        '/',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        '../a',
        'a/../b',
        'a/./b',
        'a b',
        'a\\b',
        'a\0b',
        'é',
        'a%2e',
      ];

      it.each([...badKeys, 'k'.repeat(256), 'k/'.repeat(256) + 'k'])(
        'the key %j is refused by every call',
        async (key) => {
          const refused = { code: 'storage.bad_key', status: 400 };
          await expect(storage.put(key, bytes('x'))).rejects.toMatchObject(refused);
          await expect(storage.open(key)).rejects.toMatchObject(refused);
          await expect(storage.stat(key)).rejects.toMatchObject(refused);
          await expect(storage.remove(key)).rejects.toMatchObject(refused);
          await expect(storage.copy(key, 'a')).rejects.toMatchObject(refused);
          await expect(storage.copy('a', key)).rejects.toMatchObject(refused);
          await expect(storage.withFile(key, readFile)).rejects.toMatchObject(refused);
          await expect(storage.signedUrl(key, { ttlMs: minute })).rejects.toMatchObject(refused);
          const grant = { key, maxBytes: 1, contentType: 'application/octet-stream', ttlMs: minute };
          await expect(storage.grantUpload(grant)).rejects.toMatchObject(refused);
          expect(() => storage.publicUrl(key)).toThrow('storage.bad_key');
        },
      );

      it('a put that is refused closes its source all the same', async () => {
        const source = bytes('x');
        await expect(storage.put('../x', source)).rejects.toMatchObject({ code: 'storage.bad_key' });
        expect(source.destroyed).toBe(true);
      });

      it('a type that the name does not say is refused', async () => {
        const refused = { code: 'storage.wrong_type', status: 415 };
        await expect(storage.put('public/x.png', bytes('x'), { contentType: 'image/jpeg' })).rejects.toMatchObject(
          refused,
        );
        await expect(storage.put('public/x.html', bytes('x'), { contentType: 'text/html' })).rejects.toMatchObject(
          refused,
        );
        const grant = { key: 'public/x.svg', maxBytes: 9, contentType: 'image/svg+xml', ttlMs: minute };
        await expect(storage.grantUpload(grant)).rejects.toMatchObject(refused);
      });

      it('a stream longer than allowed is refused, and the object before it stays', async () => {
        await storage.put('private/limit.txt', bytes('12345'), { maxBytes: 5 });
        const long = storage.put('private/limit.txt', bytes('123456'), { maxBytes: 5 });
        await expect(long).rejects.toMatchObject({ code: 'storage.too_large', status: 413 });
        expect(await read('private/limit.txt')).toBe('12345');
      });

      it('an aborted put leaves nothing and closes its source', async () => {
        const stop = new AbortController();
        const source = new PassThrough();
        source.write('the first half');
        const put = storage.put('private/aborted.txt', source, { signal: stop.signal });
        stop.abort();
        await expect(put).rejects.toMatchObject({ code: 'storage.aborted' });
        expect(source.destroyed).toBe(true);
        expect(await storage.stat('private/aborted.txt')).toBeNull();
      });

      it('a source that fails leaves nothing, and its own error comes through', async () => {
        const source = new PassThrough();
        source.write('the first half');
        const put = storage.put('private/failed.txt', source);
        source.destroy(new Error('the sheet is broken'));
        await expect(put).rejects.toThrow('the sheet is broken');
        expect(await storage.stat('private/failed.txt')).toBeNull();
      });
    });

    describe('uploads with a grant', () => {
      const request = { key: 'public/up/1.jpg', maxBytes: 10, contentType: 'image/jpeg', ttlMs: 10 * minute };

      it('a granted file arrives under its key, and sending it again changes nothing', async () => {
        const grant = await storage.grantUpload(request);
        expect(Math.abs(Number(grant.expiresAt) - Date.now() - request.ttlMs)).toBeLessThan(minute);
        for (const _ of ['once', 'again']) {
          expect((await postUpload(grant, '0123456789')).status).toBe(204);
          expect(await read('public/up/1.jpg')).toBe('0123456789');
        }
        expect(await storage.stat('public/up/1.jpg')).toMatchObject({ size: 10, contentType: 'image/jpeg' });
      });

      it('a file one byte over the grant is refused', async () => {
        const grant = await storage.grantUpload({ ...request, key: 'public/up/2.jpg' });
        expect((await postUpload(grant, '0123456789+')).status).toBeOneOf([400, 403, 413]);
        expect(await storage.stat('public/up/2.jpg')).toBeNull();
      });

      it('an expired grant is refused', async () => {
        clock.shiftMs = -11 * minute;
        const grant = await storage.grantUpload({ ...request, key: 'public/up/3.jpg' });
        clock.shiftMs = 0;
        expect((await postUpload(grant, 'x')).status).toBe(403);
        expect(await storage.stat('public/up/3.jpg')).toBeNull();
      });

      it('a grant whose type or signed words were changed is refused', async () => {
        const grant = await storage.grantUpload({ ...request, key: 'public/up/4.jpg' });
        const changed = [{ 'Content-Type': 'text/html' }, ...changedSignatures(grant.fields)];
        for (const fields of changed) {
          const answer = await postUpload({ ...grant, fields: { ...grant.fields, ...fields } }, 'x');
          expect(answer.status, JSON.stringify(fields)).toBe(403);
        }
        expect(await storage.stat('public/up/4.jpg')).toBeNull();
      });
    });

    describe('addresses', () => {
      it('a public object is read by anyone, whole and in parts', async () => {
        await storage.put('public/audio/1.mp3', bytes('0123456789'));
        const whole = await fetch(storage.publicUrl('public/audio/1.mp3'));
        expect(whole.status).toBe(200);
        expect(whole.headers.get('content-type')).toBe('audio/mpeg');
        expect(await whole.text()).toBe('0123456789');
        const part = await fetch(storage.publicUrl('public/audio/1.mp3'), { headers: { range: 'bytes=2-4' } });
        expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
          206,
          'bytes 2-4/10',
          '234',
        ]);
      });

      it('a private object has no public address', () => {
        expect(() => storage.publicUrl('private/book.epub')).toThrow('storage.bad_key');
      });

      it('a signed link downloads a private object under the given name', async () => {
        await storage.put('private/signed.zip', bytes('content'));
        const url = await storage.signedUrl('private/signed.zip', { ttlMs: minute, fileName: '동화책 (1).zip' });
        const answer = await fetch(url);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/zip');
        const disposition = answer.headers.get('content-disposition');
        expect(disposition).toMatch(/^attachment;/);
        expect(disposition).toContain("filename*=UTF-8''%EB%8F%99%ED%99%94%EC%B1%85%20%281%29.zip");
        expect(await answer.text()).toBe('content');
      });

      it('a signed link that expired or was changed is refused', async () => {
        await storage.put('private/late.zip', bytes('content'));
        clock.shiftMs = -2 * minute;
        const late = await storage.signedUrl('private/late.zip', { ttlMs: minute });
        clock.shiftMs = 0;
        expect((await fetch(late)).status).toBe(403);
        const good = await storage.signedUrl('private/late.zip', { ttlMs: minute });
        const changed = good.replace(/(signature=)(.)/i, (_, start, first) => start + (first === '0' ? '1' : '0'));
        expect(changed).not.toBe(good);
        expect((await fetch(changed)).status).toBe(403);
      });
    });
  });
}

/** The signed fields of a grant, each with its first character changed. */
function changedSignatures(fields: Record<string, string>): Record<string, string>[] {
  const signed = Object.entries(fields).filter(([name]) => /policy|signature/i.test(name));
  return signed.map(([name, value]) => ({ [name]: (value.startsWith('0') ? '1' : '0') + value.slice(1) }));
}
