import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { fileForm, jpeg, picture, png } from './image.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
});
afterAll(() => office.close());

const send = (bytes: Buffer | string, name = 'cover.jpg') =>
  office.admin.upload('/api/v1/book/B1/cover', fileForm('book_cover', { [name]: bytes }));

async function storedFiles(): Promise<string[]> {
  const keys = [];
  for await (const { key } of office.storage.list('')) keys.push(key);
  return keys;
}

/** A PNG of a few kilobytes that declares this many pixels, each row of zeros. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc(Math.min(height * (Math.ceil(width / 8) + 1), 64_000_000)), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('A file that is not a valid image is refused, and nothing is kept:', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const cases: [string, () => Promise<Buffer | string> | Buffer | string, number, string][] = [
    ['an empty file', () => '', 415, 'image.not_image'],
    ['text with the right name', () => 'no image', 415, 'image.not_image'],
    ['an SVG under the name of a JPEG', () => svg, 415, 'image.not_image'],
    ['a GIF', async () => picture(1).gif().toBuffer(), 415, 'image.not_image'],
    ['a WebP', async () => picture(1).webp().toBuffer(), 415, 'image.not_image'],
    ['a TIFF', async () => picture(1).tiff().toBuffer(), 415, 'image.not_image'],
    ['a PDF', () => '%PDF-1.7\n1 0 obj<<>>endobj', 415, 'image.not_image'],
    ['only the beginning of a JPEG', async () => (await jpeg()).subarray(0, 20), 415, 'image.not_image'],
    ['a JPEG cut in the middle', async () => cut(await jpeg(), 0.5), 422, 'image.broken'],
    ['a PNG cut in the middle', async () => cut(await png(), 0.5), 422, 'image.broken'],
    ['a PNG whose pixels were changed', async () => damaged(await png()), 422, 'image.broken'],
    ['a PNG of a billion pixels', () => bomb(40_000, 40_000), 422, 'image.too_many_pixels'],
    ['a PNG of more pixels than its rows', () => bomb(3000, 5_000_000), 422, 'image.too_many_pixels'],
    ['a JPEG of too many pixels', async () => plain(5000, 4000), 422, 'image.too_many_pixels'],
  ];

  test.each(cases)('%s', async (_name, make, status, code) => {
    const before = await storedFiles();
    const answer = await send(await make());
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(answer.json.error.message).not.toBe(code);
    expect(await storedFiles()).toEqual(before);
  });

  test('a file larger than allowed', async () => {
    const answer = await send(Buffer.alloc(21 << 20, 0xff));
    expect([answer.status, answer.json.error.code]).toEqual([413, 'storage.too_large']);
    expect(await storedFiles()).toEqual([]);
  });

  test('a form with another field, without a file, or that is not a form', async () => {
    const other = await office.admin.upload('/api/v1/book/B1/cover', fileForm('other', { 'a.jpg': await jpeg() }));
    expect(other.status).toBe(400);
    for (const [before, after] of [
      ['title', undefined],
      [undefined, 'title'],
    ]) {
      const form = new FormData();
      if (before) form.append(before, 'a text');
      form.append('book_cover', new File([Uint8Array.from(await jpeg())], 'a.jpg'));
      if (after) form.append(after, 'a text');
      expect(await office.admin.upload('/api/v1/book/B1/cover', form)).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid.input', fields: { title: 'Unknown field.' } } },
      });
    }
    const none = await office.admin.upload('/api/v1/book/B1/cover', fileForm('book_cover', {}));
    expect(none.status).toBe(400);
    expect((await office.admin.post('/api/v1/book/B1/cover', { book_cover: 'x' })).status).toBe(415);
    const broken = await office.admin.send({
      method: 'POST',
      url: '/api/v1/book/B1/cover',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="book_cover"; filename="a.jpg"\r\n\r\nhalf',
    });
    expect(broken.status).toBe(400);
    expect(await storedFiles()).toEqual([]);
  });
});

describe('Hidden or misleading parts of an image are not kept:', () => {
  test('another file after its end', async () => {
    const both = Buffer.concat([await jpeg(7), Buffer.from('PK\u0003\u0004 a zip behind it <script>')]);
    const { status, json } = await send(both);
    expect(status).toBe(200);
    const read = (await office.server.inject({ url: `/contents/${json.results.files.book_cover[0]}` })).rawPayload;
    expect(read.includes('<script>')).toBe(false);
  });

  test('a PNG named as a JPEG is kept as a PNG', async () => {
    const { json } = await send(await png(8), 'cover.jpg');
    const [path] = json.results.files.book_cover;
    expect(path).toMatch(/\/cover\.png$/);
    const read = await office.server.inject({ url: `/contents/${path}` });
    expect(read.headers['content-type']).toBe('image/png');
  });

  test('a name with a path to another folder', async () => {
    const { json } = await send(await jpeg(9), '../../../etc/passwd.jpg');
    expect(json.results.files.book_cover[0]).toMatch(/^images\/book\/[0-9a-f-]{36}\/passwd\.jpg$/);
  });
});

const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0, 200, 260);
  return copy;
}
