import { symlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedDirectory, serveDirectory } from '../storage/directory-storage.fixture.ts';
import { bytes, postUpload, ShiftedClock } from '../storage/storage.contract-tests.ts';
import type { UploadGrant } from '../storage/storage.ts';

const minute = 60_000;
const formEnd = '\r\n--b--\r\n';
const clock = new ShiftedClock();
let served: ServedDirectory;

beforeAll(async () => {
  served = await serveDirectory(clock.now);
});
beforeEach(() => {
  clock.shiftMs = 0;
});
afterAll(() => served.close());

const grantFor = (key: string, maxBytes = 100) =>
  served.storage.grantUpload({ key, maxBytes, contentType: 'image/jpeg', ttlMs: minute });

const answerOf = async (response: Response) => [response.status, (await response.json()).code];

describe('An upload', () => {
  it('of a file before its fields is refused, as in S3', async () => {
    const grant = await grantFor('public/order.jpg');
    const form = new FormData();
    form.append('file', new Blob(['x']));
    for (const [name, value] of Object.entries(grant.fields)) form.append(name, value);
    const answer = await fetch(grant.url, { method: 'POST', body: form });
    expect(await answerOf(answer)).toEqual([403, 'storage.grant_invalid']);
    expect(await served.storage.stat('public/order.jpg')).toBeNull();
  });

  it('is refused with its reason when the grant expired or the file is too large', async () => {
    const late = await grantFor('public/late.jpg');
    clock.shiftMs = 2 * minute;
    expect(await answerOf(await postUpload(late, 'x'))).toEqual([403, 'storage.grant_expired']);
    clock.shiftMs = 0;
    const large = await postUpload(await grantFor('public/large.jpg'), 'x'.repeat(101));
    expect(await answerOf(large)).toEqual([413, 'storage.too_large']);
    expect(await served.partials()).toEqual([]);
  });

  it('without a grant, with an incomplete or a forged one is refused', async () => {
    const { url, fields } = await grantFor('public/forged.jpg');
    const forged = Buffer.from(JSON.stringify({ use: 'upload', key: 'public/forged.jpg', maxBytes: 1e9 })).toString(
      'base64url',
    );
    const attempts: Record<string, string>[] = [
      {},
      { ...fields, signature: '' },
      { 'Content-Type': 'image/jpeg', policy: fields.policy ?? '' },
      { ...fields, policy: forged },
      { policy: fields.policy ?? '', signature: fields.signature ?? '' },
    ];
    for (const attempt of attempts) {
      const answer = await postUpload({ url, fields: attempt, expiresAt: new Date() }, 'x');
      expect(await answerOf(answer), JSON.stringify(attempt)).toEqual([403, 'storage.grant_invalid']);
    }
    expect(await served.storage.stat('public/forged.jpg')).toBeNull();
  });

  it('with the signature of a download link is refused', async () => {
    const link = new URL(await served.storage.signedUrl('private/x.zip', { ttlMs: minute }));
    const fields = { 'Content-Type': 'image/jpeg', ...Object.fromEntries(link.searchParams) };
    const grant = await grantFor('public/x.jpg');
    expect(await answerOf(await postUpload({ ...grant, fields }, 'x'))).toEqual([403, 'storage.grant_invalid']);
  });

  it('without a file, cut off or not multipart at all is refused as malformed', async () => {
    const bodies = [
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="policy"\r\n\r\nx\r\n--b--\r\n'],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="pol'],
      ['multipart/form-data', 'no boundary'],
      ['application/json', '{}'],
    ];
    for (const [type = '', payload] of bodies) {
      const answer = await served.app.inject({
        method: 'POST',
        url: '/storage/upload',
        headers: { 'content-type': type },
        payload,
      });
      expect([answer.statusCode, answer.json().code], payload).toEqual([400, 'storage.bad_upload']);
    }
  });

  it('whose body ends within the file leaves nothing', async () => {
    const grant = await grantFor('public/cut.jpg');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const payload = openForm(grant) + 'half a pict';
    const answer = await served.app.inject({ method: 'POST', url: '/storage/upload', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'storage.bad_upload']);
    expect(await served.storage.stat('public/cut.jpg')).toBeNull();
    expect(await served.partials()).toEqual([]);
  });

  it('broken off by the browser leaves nothing', async () => {
    const connection = beginUpload(await grantFor('public/broken.jpg'), 1000);
    connection.write('half a picture');
    await expect.poll(() => served.partials()).toHaveLength(1);
    connection.destroy();
    await expect.poll(() => served.partials()).toEqual([]);
    expect(await served.storage.stat('public/broken.jpg')).toBeNull();
  });

  it('that is refused early is still read to its end, so that the browser reads the reason', async () => {
    const file = Buffer.alloc(20 * 1024 * 1024);
    const connection = beginUpload(await grantFor('public/huge.jpg'), file.length);
    connection.write(file);
    connection.write(`${formEnd}GET /contents/public/none HTTP/1.1\r\nHost: next\r\nConnection: close\r\n\r\n`);
    const answers = await text(connection);
    expect(answers).toContain('HTTP/1.1 413 ');
    expect(answers).toContain('"storage.too_large"');
    expect(answers).toContain('HTTP/1.1 404 ');
    expect(await served.partials()).toEqual([]);
  });

  it('is accepted beyond the size limit of JSON bodies', async () => {
    const size = 5 * 1024 * 1024;
    expect((await postUpload(await grantFor('public/5mb.jpg', size), new Uint8Array(size))).status).toBe(204);
    expect(await served.storage.stat('public/5mb.jpg')).toMatchObject({ size });
  });
});

describe('A public address', () => {
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    served.app.inject({ method, url, headers });

  beforeAll(async () => {
    await served.storage.put('public/ten.mp3', bytes('0123456789'));
    await served.storage.put('private/ten.mp3', bytes('0123456789'));
  });

  it('answers with the type, forbids sniffing, and can be cached forever', async () => {
    const answer = await get('/contents/public/ten.mp3');
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { date: _, ...head } = (await get('/contents/public/ten.mp3', { range: 'bytes=0-1' }, 'HEAD')).headers;
    const { date: __, ...whole } = (await get('/contents/public/ten.mp3')).headers;
    expect(head).toEqual(whole);
    const response = await fetch(served.storage.publicUrl('public/ten.mp3'), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', '']);
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=4-2', 200, undefined, '0123456789'],
    ['bytes=0-1,4-5', 200, undefined, '0123456789'],
    ['bytes=-', 200, undefined, '0123456789'],
    ['lines=1-2', 200, undefined, '0123456789'],
  ])('answers the range %s with %i', async (range, status, contentRange, body) => {
    const answer = await get('/contents/public/ten.mp3', { range });
    expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([status, contentRange, body]);
    expect(answer.headers['content-length']).toBe(String(body.length));
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])(
    'answers the range %s, which does not exist, with 416',
    async (range) => {
      const answer = await get('/contents/public/ten.mp3', { range });
      expect([answer.statusCode, answer.json().code]).toEqual([416, 'storage.bad_range']);
      expect(answer.headers['content-range']).toBe('bytes */10');
      expect(answer.headers['cache-control']).toBeUndefined();
    },
  );

  it('gives a range only of the version the browser has, and a 304 to one that has it all', async () => {
    const etag = String((await get('/contents/public/ten.mp3')).headers.etag);
    expect((await get('/contents/public/ten.mp3', { range: 'bytes=2-4', 'if-range': etag })).body).toBe('234');
    expect((await get('/contents/public/ten.mp3', { range: 'bytes=2-4', 'if-range': '"other"' })).statusCode).toBe(200);
    const same = await get('/contents/public/ten.mp3', { 'if-none-match': etag });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await served.storage.put('public/ten.mp3', bytes('0123456789'));
    const putAgain = async () => {
      await served.storage.put('public/ten.mp3', bytes('0123456789'));
      return (await get('/contents/public/ten.mp3', { 'if-none-match': etag })).statusCode;
    };
    await expect.poll(putAgain).toBe(200);
  });

  it.each([
    '/contents/private/ten.mp3',
    '/contents/public/missing.mp3',
    '/contents/public',
    '/contents/',
    '/contents/public/../private/ten.mp3',
    '/contents/PUBLIC/ten.mp3',
    '/contents/public/ten.mp3/',
    '/contents/public/link.mp3',
  ])('%s reveals nothing', async (url) => {
    await symlink(
      path.join(served.root, 'objects/private/ten.mp3'),
      path.join(served.root, 'objects/public/link.mp3'),
    ).catch(() => {});
    expect((await get(url)).statusCode).toBeOneOf([400, 404]);
    expect((await get(url)).headers['cache-control']).toBeUndefined();
  });

  it.each(['%2e%2e/private/ten.mp3', '..%2fprivate%2ften.mp3', '..%5cprivate', '%00', '/ten.mp3', 'a%20b'])(
    'the traversal public/%s is refused as a bad key',
    async (rest) => {
      const answer = await get(`/contents/public/${rest}`);
      expect([answer.statusCode, answer.json().code]).toBeOneOf([
        [400, 'storage.bad_key'],
        [404, 'storage.not_found'],
      ]);
    },
  );

  it('never shows markup or unknown files in the browser', async () => {
    for (const name of ['page.html', 'drawing.svg', 'page.xhtml', 'list.csv', 'noname']) {
      await served.storage.put(`public/${name}`, bytes('<script>alert(1)</script>'));
      const { headers } = await get(`/contents/public/${name}`);
      expect(headers['content-disposition'], name).toBe('attachment');
      expect(headers['content-type'], name).not.toMatch(/html|svg|xml/);
      expect(headers['x-content-type-options'], name).toBe('nosniff');
    }
  });
});

describe('A signed link', () => {
  it('is not cached and offers ranges', async () => {
    await served.storage.put('private/book.epub', bytes('0123456789'));
    const url = await served.storage.signedUrl('private/book.epub', { ttlMs: minute });
    const answer = await fetch(url, { headers: { range: 'bytes=5-' } });
    expect([answer.status, await answer.text()]).toEqual([206, '56789']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="book.epub"; filename*=UTF-8''book.epub`,
    );
  });

  it('is refused with its reason when it has expired, was changed or lacks its signature', async () => {
    await served.storage.put('private/book.epub', bytes('0123456789'));
    const url = await served.storage.signedUrl('private/book.epub', { ttlMs: minute });
    expect(await answerOf(await fetch(url.replace(/signature=.*/, '')))).toEqual([403, 'storage.link_invalid']);
    expect(await answerOf(await fetch(`${url}&signature=again`))).toEqual([403, 'storage.link_invalid']);
    expect(await answerOf(await fetch(url.replace('policy=', 'policy=e30')))).toEqual([403, 'storage.link_invalid']);
    clock.shiftMs = minute + 1000;
    expect(await answerOf(await fetch(url))).toEqual([403, 'storage.link_expired']);
  });

  it('to an object that is gone is not found', async () => {
    const url = await served.storage.signedUrl('private/gone.epub', { ttlMs: minute });
    expect(await answerOf(await fetch(url))).toEqual([404, 'storage.not_found']);
  });

  it('carries any file name safely in its header', async () => {
    await served.storage.put('private/named.zip', bytes('x'));
    const fileName = '../"a\r\nSet-Cookie: x=1".zip';
    const answer = await fetch(await served.storage.signedUrl('private/named.zip', { ttlMs: minute, fileName }));
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="\.\.__a__Set-Cookie: x=1_\.zip"; /,
    );
  });
});

/** The multipart text up to the first byte of the file. */
function openForm(grant: UploadGrant): string {
  const fields = Object.entries(grant.fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${fields.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
}

/** Sends the request up to the first byte of the file, and leaves the rest to the test. */
function beginUpload(grant: UploadGrant, fileSize: number): Socket {
  const { port, hostname, pathname } = new URL(grant.url);
  const form = openForm(grant);
  const connection = connect(Number(port), hostname);
  connection.write(
    `POST ${pathname} HTTP/1.1\r\nHost: upload\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${form.length + fileSize + formEnd.length}\r\n\r\n${form}`,
  );
  return connection;
}
