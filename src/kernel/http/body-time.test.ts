import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { openWire, portOf, type Wire } from '#test/wire.ts';

let office: Office;
let wire: Wire;
beforeAll(async () => {
  office = await startOffice();
  await office.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => office.close());

const head = (method: string, url: string, headers: Record<string, string>) =>
  `${method} ${url} HTTP/1.1\r\nHost: office\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const json = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': String(length) });
const multipart = { 'Content-Type': 'multipart/form-data; boundary=b', 'Transfer-Encoding': 'chunked' };
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

const answered = (status: number) => expect.poll(() => wire.heard()).toContain(`HTTP/1.1 ${status} `);
const read = () => expect.poll(() => wire.isRead()).toBe(true);
const over = () => expect.poll(() => wire.isOver()).toBe(true);
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances the timers that wait for a body, and lets the results arrive. */
async function pass(seconds: number): Promise<void> {
  await settle();
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  await settle();
}

describe('A body that does not arrive', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    vi.useRealTimers();
    wire.end();
  });

  test('is waited for 20 seconds without a sign-in, then answered 408, and the connection is closed', async () => {
    wire = await openWire(office.server, head('POST', '/login', json(100)) + '{"id":');
    await pass(19.9);
    expect([wire.heard(), wire.isOver()]).toEqual(['', false]);
    await pass(0.2);
    await answered(408);
    expect(wire.heard()).toContain('"code":"invalid.too_slow"');
    expect(wire.heard()).toMatch(/connection: close/i);
    await over();
  });

  test('closes its connection also where the client keeps sending byte by byte', async () => {
    wire = await openWire(office.server, head('POST', '/login', json(100)) + '{"id":');
    for (let second = 0; second < 20; second++) {
      wire.say(' ');
      await pass(1);
    }
    await answered(408);
    await pass(2);
    await over();
  });

  test('is waited for 30 seconds where somebody is signed in', async () => {
    const headers = { ...json(100), Cookie: office.admin.cookie };
    wire = await openWire(office.server, head('PUT', '/api/v1/series/difficulty', headers) + '[1');
    await read();
    await pass(29.9);
    expect(wire.heard()).toBe('');
    await pass(0.2);
    await answered(408);
    await over();
  });

  test('of a file is waited for as long as 16 KB arrive every 30 seconds; a partial file is not kept', async () => {
    wire = await openWire(office.server, head('POST', '/api/v1/import', { ...multipart, Cookie: office.admin.cookie }));
    await read();
    wire.say(chunk(file));
    for (let window = 0; window < 4; window++) {
      wire.say(chunk('x'.repeat(17_000)));
      await pass(30);
    }
    expect([wire.heard(), wire.isOver()]).toEqual(['', false]);
    wire.say(chunk('x'.repeat(1000)));
    await pass(30);
    await answered(408);
    await over();
    expect(await Array.fromAsync(office.storage.list('staging/'))).toEqual([]);
  });

  test('of an upload is waited for longer only once its grant was checked', async () => {
    const key = 'staging/images/B1/cover.jpg';
    const { fields } = await office.storage.grantUpload({ key, maxBytes: 1e6, contentType: 'image/jpeg', ttlMs: 9e5 });
    const grant = Object.entries(fields).map(([name, value]) => field(name, value));
    wire = await openWire(office.server, head('POST', '/storage/upload', multipart));
    await read();
    wire.say(chunk([...grant, file, 'x'].join('')));
    await pass(29);
    wire.say(chunk('x'.repeat(17_000)));
    await pass(29);
    expect([wire.heard(), wire.isOver()]).toEqual(['', false]);
    wire.end();

    wire = await openWire(office.server, head('POST', '/storage/upload', multipart));
    wire.say(chunk(field('key', key)));
    await pass(20.1);
    await answered(408);
    await over();
  });

  test('of a refused upload is not waited for longer either', async () => {
    wire = await openWire(office.server, head('POST', '/storage/upload', multipart));
    wire.say(chunk(field('key', 'a') + file + 'x'.repeat(100)));
    await answered(403);
    expect(wire.isOver()).toBe(false);
    await pass(22.1);
    await over();
  });

  test('of a request refused at once is not waited for: it is answered, and the connection is closed', async () => {
    wire = await openWire(office.server, head('POST', '/api/v1/age_group', json(100)));
    await answered(401);
    expect(wire.heard()).toMatch(/connection: close/i);
    await over();
  });

  test('that declares too large a size is refused before it is read', async () => {
    const large = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': String(20 << 20) };
    wire = await openWire(office.server, head('POST', '/login', large) + file);
    await answered(413);
    await over();
  });
});

test('A client that sends all of a body that is too large still reads the refusal', async () => {
  const form = new FormData();
  form.append('id', new File([new Uint8Array(20 << 20)], 'a.bin'));
  const answer = await fetch(`http://127.0.0.1:${portOf(office.server)}/login`, { method: 'POST', body: form });
  expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'invalid.too_large' } }]);
});

test('Headers that do not end are answered with 408 after some seconds', async () => {
  const [slow, silent] = await Promise.all([
    openWire(office.server, 'GET /healthz HTTP/1.1\r\nHost: office\r\nX-Slow: '),
    openWire(office.server, ''),
  ]);
  const dripping = setInterval(() => slow.say('a'), 500);
  await expect.poll(() => slow.isOver() && silent.isOver()).toBe(true);
  clearInterval(dripping);
  expect(slow.heard()).toContain('HTTP/1.1 408 Request Timeout');
  expect(slow.heard()).toContain(
    '{"error":{"code":"invalid.too_slow","message":"The request did not arrive in time."}}',
  );
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'invalid.body'],
  ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 ', 'invalid.too_large'],
])('A malformed request is answered like any other failure: %s', async (_what, text, status, code) => {
  const wrong = await openWire(office.server, '');
  wrong.say(text);
  await expect.poll(() => wrong.isOver()).toBe(true);
  expect(wrong.heard()).toContain(`HTTP/1.1 ${status}`);
  expect(wrong.heard()).toContain(`{"error":{"code":"${code}"`);
});
