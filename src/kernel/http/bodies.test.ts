import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { portOf } from '#test/wire.ts';
import { probe } from './probe.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: probe });
  await office.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => office.close());

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const send = (url: string, type: string, payload: string, who = office.stranger): Promise<Answer> =>
  who.send({ method: 'POST', url, payload, headers: { 'content-type': type } });
const fieldsOf = ({ json: body }: Answer) => Object.keys(body.error.fields);
const keys = (count: number, name = 'k') => Array.from({ length: count }, (_, index) => `"${name}${index}":1`).join();

describe('The answer to a body with very many errors', () => {
  test('names at most 50 fields', async () => {
    const answer = await send('/login', json, `{${keys(600)}}`);
    expect([answer.status, fieldsOf(answer).length]).toEqual([400, 50]);
  });

  test('cuts long names, and stays under 16 KB', async () => {
    const long = await send('/login', json, `{"${'가'.repeat(2000)}":1}`);
    expect(fieldsOf(long)[0]).toMatch(/^가{199}…$/);
    const escaped = await send('/api/v1/probe', json, `{"needed":true,${keys(100, '\\u0001'.repeat(80))}}`);
    expect(escaped.status).toBe(400);
    expect(Buffer.byteLength(escaped.body)).toBeLessThan(16_384);
    expect(fieldsOf(escaped).length).toBeGreaterThan(5);
  });
});

describe('A body that is too large for its call is refused', () => {
  test('the sign-in accepts 8 KB, in any format', async () => {
    const multipart = (value: string) =>
      `--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n${value}\r\n--b--\r\n`;
    for (const [type, make] of [
      [json, (text: string) => `{"id":"${text}"}`],
      [form, (text: string) => `id=${text}`],
      ['multipart/form-data; boundary=b', multipart],
    ] as const) {
      expect((await send('/login', type, make('x'.repeat(150)))).status).toBe(401);
      expect(await send('/login', type, make('x'.repeat(8192)))).toMatchObject({
        status: 413,
        json: { error: { code: 'invalid.too_large' } },
      });
    }
  });

  test('most calls accept 64 KB and 5,000 values', async () => {
    const list = (count: number) => `{"needed":true,"list":[${'1,'.repeat(count)}1]}`;
    expect((await send('/api/v1/probe', json, list(4900))).status).toBe(400);
    expect((await send('/api/v1/probe', json, list(5000))).status).toBe(413);
    expect((await send('/api/v1/probe', json, `{"name":"${'x'.repeat(65_536)}"}`)).status).toBe(413);
  });

  test('a form or an address has at most 1,000 parameters', async () => {
    const parameters = (count: number) => Array.from({ length: count }, (_, index) => `a${index % 3}=1`).join('&');
    expect((await office.stranger.get(`/api/v1/probe/7?${parameters(1000)}`)).status).toBe(200);
    const refused = { status: 400, json: { error: { message: 'At most 1,000 items.' } } };
    expect(await office.stranger.get(`/api/v1/probe/7?${parameters(1001)}`)).toMatchObject(refused);
    expect(await send('/login', form, parameters(1001))).toMatchObject(refused);
  });
});

describe('A body of another content type', () => {
  test.each([
    ['text/plain', 'x'],
    ['text/plain', '{}'],
    [`${json}; charset=utf-7`, '{}'],
    [`${json}; charset="ISO-8859-1"`, '{}'],
    [`${json}; charset=utf-8; charset=utf-16`, '{}'],
    [`${form}; charset=euc-kr`, 'title=a'],
    ['application/jsonp', '{}'],
  ])('is refused: %s', async (type, payload) => {
    expect(await send('/api/v1/probe/form', type, payload)).toMatchObject({
      status: 415,
      json: { error: { code: 'invalid.media_type' } },
    });
  });

  test.each([`${json}; charset=utf-8`, `${json}; charset="UTF-8"`, `${json};charset=utf8`])(
    'is accepted where it says UTF-8: %s',
    async (type) => {
      expect((await send('/api/v1/probe/form', type, '{"title":"é"}')).json).toEqual({ results: { title: 'é' } });
    },
  );
});

describe('A call without a body', () => {
  const nowhere = '/api/v1/import/1/cancel';

  test.each([
    [json, ''],
    [json, '{}'],
    [form, ''],
  ])('accepts none: %s %s', async (type, payload) => {
    expect((await send(nowhere, type, payload, office.admin)).status).toBe(404);
    expect((await send('/logout', type, payload)).status).toBe(type === json ? 200 : 303);
  });

  test('refuses any body, and names its fields', async () => {
    for (const answer of [
      await send(nowhere, json, '{"force":true}', office.admin),
      await send(nowhere, form, 'force=1', office.admin),
      await office.admin.delete('/api/v1/age_group/1', { force: true }),
      await send('/logout', json, '{"force":true}'),
    ]) {
      expect(answer).toMatchObject({ status: 400, json: { error: { fields: { force: 'Unknown field.' } } } });
    }
    expect((await send(nowhere, json, '[1]', office.admin)).status).toBe(400);
    expect((await send(nowhere, 'multipart/form-data; boundary=b', '--b--\r\n', office.admin)).status).toBe(415);
    const jsonOnly = new FormData();
    jsonOnly.append('cid', 'c');
    expect((await office.admin.upload('/api/v1/collection', jsonOnly)).status).toBe(415);
  });

  test('is answered as not found before its body is read', async () => {
    expect((await send('/api/v1/nowhere', json, '{"a":1}', office.admin)).status).toBe(404);
  });
});

/** The longest turn of this thread, in milliseconds of its own CPU time, so other processes do not count. */
function watchTurns() {
  let longest = 0;
  let last = process.threadCpuUsage();
  const sample = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    next = setImmediate(sample);
  };
  let next = setImmediate(sample);
  return {
    longest: () => {
      clearImmediate(next);
      return longest;
    },
  };
}

describe('A large body does not block other requests', () => {
  const row = (index: number, cell: unknown) => Object.fromEntries(fields.map((name) => [name, cell ?? index]));
  const fields = ['bid', 'title', 'title_en', 'series', 'level', 'isbn_print', 'isbn_spindle', 'author', 'summary'];
  const rows = (length: number, cell: unknown) =>
    JSON.stringify({ books: Array.from({ length }, (_, index) => row(index, cell)) });

  test.each([
    ['400,000 fields', `{${keys(400_000)}}`, 413],
    ['5 million lists', `{"books":[${'[],'.repeat(5_000_000)}[]]}`, 413],
    ['100,000 lists', `{"books":[${'[],'.repeat(100_000)}[]]}`, 400],
    ['5,000 rows wrong in every cell', rows(5000, []), 400],
    [
      '5,000 rows of unknown fields',
      JSON.stringify({ books: Array.from({ length: 5000 }, () => ({ x: 1, y: 1 })) }),
      400,
    ],
    ['5,000 rows that cannot be stored', rows(5000, '\u0007'), 200],
  ])('%s', async (_what, body, status) => {
    const turns = watchTurns();
    const answer = await fetch(`http://127.0.0.1:${portOf(office.server)}/api/v1/book`, {
      method: 'POST',
      body,
      headers: { 'content-type': json, cookie: office.admin.cookie },
    });
    const text = await answer.text();
    // Usually about 50 ms, more the first time; it once took seconds.
    expect([answer.status, turns.longest() < 500]).toEqual([status, true]);
    if (status !== 200) expect(text.length).toBeLessThan(16_384);
  });

  test('and is checked as if it came in one piece', async () => {
    const wrong = JSON.parse(rows(5000, undefined));
    wrong.books[4321].title = ['no text'];
    wrong.books[4999].colour = 'red';
    const answer = await send('/api/v1/book', json, JSON.stringify(wrong), office.admin);
    expect(answer.json.error.fields).toEqual({
      'books.4321.title': 'Wrong type of value.',
      'books.4999.colour': 'Unknown field.',
    });
    expect((await send('/api/v1/book', json, rows(5001, 1), office.admin)).json.error.fields).toEqual({
      books: 'At most 5,000 items.',
    });
    expect((await send('/api/v1/book', json, '{"books":[]}', office.admin)).json.error.fields).toEqual({
      books: 'At least 1 item.',
    });
  });
});
