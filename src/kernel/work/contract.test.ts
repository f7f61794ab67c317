import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { probe } from '../http/probe.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: probe });
});
afterAll(() => office.close());

describe('A body that does not fit its contract', () => {
  test.each([
    ['a required field is absent', {}, { needed: 'Required.' }],
    ['it is of the wrong type', { needed: 'yes' }, { needed: 'Wrong type of value.' }],
    ['it is null', { needed: null }, { needed: 'Wrong type of value.' }],
    ['a text is empty', { name: '' }, { name: 'Required.' }],
    ['a text is too short', { motto: 'ab' }, { motto: 'At least 3 characters.' }],
    ['a text is too long', { name: 'abcdef' }, { name: 'At most 5 characters.' }],
    ['a number is too small', { count: 1 }, { count: 'At least 2.' }],
    ['a number is too big', { count: 5 }, { count: 'At most 4.' }],
    ['a list is too short', { list: [] }, { list: 'At least 1 item.' }],
    ['a list is too long', { list: [{ id: 1 }, { id: 2 }, { id: 3 }] }, { list: 'At most 2 items.' }],
    ['a choice is none', { kind: 'film' }, { kind: 'Must be one of: book, series' }],
    ['a form is broken', { day: '2026-02-30' }, { day: 'Wrong format.' }],
    ['a schema has its own word for it', { code: 'ABC' }, { code: 'A code is three letters.' }],
    ['no way of several fits', { either: [] }, { either: 'Wrong type of value.' }],
    ['a field inside a list is wrong', { list: [{ id: 1 }, { id: 'x' }] }, { 'list.1.id': 'Wrong type of value.' }],
    ['a field is unknown', { title: 1 }, { title: 'Unknown field.' }],
    ['a field inside a list is unknown', { list: [{ id: 1, x: 1 }] }, { 'list.0.x': 'Unknown field.' }],
  ])('is refused with the field named: %s', async (_case, body, fields) => {
    const answer = await office.stranger.post('/api/v1/probe', 'needed' in fields ? body : { needed: true, ...body });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid.input' } } });
    expect(answer.json.error.fields).toEqual(fields);
  });

  test('is refused with all its fields at once', async () => {
    const { json } = await office.stranger.post('/api/v1/probe', { name: '', count: 9, x: 1 });
    expect(Object.keys(json.error.fields).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'count',
      'name',
      'needed',
      'x',
    ]);
  });

  test.each(['null', '"text"', '[]', '1'])('is refused as a whole where it is not an object: %s', async (payload) => {
    const answer = await office.stranger.send({
      method: 'POST',
      url: '/api/v1/probe',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { code: 'invalid.input', message: 'Some fields are not valid.' } },
    });
    expect(answer.json.error).not.toHaveProperty('fields');
  });

  test('that fits is accepted unchanged', async () => {
    const body = { needed: false, name: 'Ada', list: [{ id: 1 }], either: 2 };
    expect(await office.stranger.post('/api/v1/probe', body)).toMatchObject({ status: 200, json: { results: body } });
  });
});

describe("The caller's language", () => {
  const spoken = {
    en: 'Some fields are not valid.',
    es: 'Algunos campos no son válidos.',
    jp: '正しくない項目があります。',
    ko: '올바르지 않은 항목이 있습니다.',
    tr: 'Bazı alanlar geçerli değil.',
  };
  const request = async (query: string, cookie = '') =>
    (await office.stranger.post(`/api/v1/probe${query}`, {}, { cookie })).json.error.message;

  test.each(Object.entries(spoken))('is chosen in the address or in a cookie: %s', async (lang, message) => {
    expect(await request(`?lang=${lang}`)).toBe(message);
    expect(await request('', `lang=${lang}`)).toBe(message);
    expect(await request('', `language=${lang}`)).toBe(message);
  });

  test('is Japanese as well where the standard name is used', async () => {
    expect(await request('?lang=ja')).toBe(spoken.jp);
    expect(await request('', 'lang=ja')).toBe(spoken.jp);
  });

  test('is that of the page that asks, whatever the cookies say', async () => {
    const headers = { 'x-language': 'ko', cookie: 'lang=es; language=es' };
    expect((await office.stranger.post('/api/v1/probe', {}, headers)).json.error.message).toBe(spoken.ko);
    expect((await office.stranger.post('/api/v1/probe?lang=tr', {}, headers)).json.error.message).toBe(spoken.tr);
  });

  test('in the address takes precedence over a cookie, and unknown languages are ignored', async () => {
    expect(await request('?lang=ko', 'lang=es; language=tr')).toBe(spoken.ko);
    expect(await request('?lang=xx', 'lang=es; language=tr')).toBe(spoken.es);
    expect(await request('?lang=', 'lang=xx; language=tr')).toBe(spoken.tr);
    expect(await request('?lang=constructor')).toBe(spoken.en);
  });

  test('applies to fields and refusals before the caller is identified', async () => {
    const { json } = await office.stranger.post('/api/v1/probe?lang=ko', {});
    expect(json.error.fields).toEqual({ needed: '필수 항목입니다.' });
    const crossSite = await office.stranger.post(
      '/api/v1/probe',
      {},
      { origin: 'http://evil.example', cookie: 'lang=ko' },
    );
    expect(crossSite).toMatchObject({ status: 403, json: { error: { message: expect.stringMatching(/[가-힣]/) } } });
  });
});

describe('A path and a query', () => {
  test('are read as the contract says, and unknown parameters are ignored', async () => {
    const answer = await office.stranger.get('/api/v1/probe/7?size=3&utm_source=mail');
    expect(answer).toMatchObject({ status: 200, json: { results: { idx: 7, size: 3 } } });
    expect(answer.json.results).not.toHaveProperty('utm_source');
  });

  test.each([
    ['/api/v1/probe/x', 'idx'],
    ['/api/v1/probe/0', 'idx'],
    ['/api/v1/probe/0x10', 'idx'],
    ['/api/v1/probe/1e1', 'idx'],
    ['/api/v1/probe/2147483648', 'idx'],
    ['/api/v1/probe/%ff', 'idx'],
    [`/api/v1/probe/${'9'.repeat(10_000)}`, 'idx'],
    ['/api/v1/probe/7?size=10', 'size'],
    ['/api/v1/probe/7?size=x', 'size'],
  ])('that do not fit are refused with the field named: %.40s', async (url, field) => {
    const { status, json } = await office.stranger.get(url);
    expect([status, Object.keys(json.error.fields)]).toEqual([400, [field]]);
  });
});

describe('A call that the specification marks as a form', () => {
  const done = { status: 200, json: { results: { title: 'Größe 가' } } };
  const multipart = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return office.stranger.upload('/api/v1/probe/form', form);
  };

  test('accepts JSON, urlencoded and multipart alike', async () => {
    expect(await office.stranger.post('/api/v1/probe/form', { title: 'Größe 가' })).toMatchObject(done);
    expect(await office.stranger.form('/api/v1/probe/form', { title: 'Größe 가' })).toMatchObject(done);
    expect(await multipart({ title: 'Größe 가' })).toMatchObject(done);
  });

  test('refuses unknown fields, files, and characters that cannot be stored, in whatever form', async () => {
    const refused = (field: string) => ({ status: 400, json: { error: { fields: { [field]: expect.any(String) } } } });
    expect(await office.stranger.form('/api/v1/probe/form', { title: 'a', x: '1' })).toMatchObject(refused('x'));
    expect(await multipart({ title: 'a', x: '1' })).toMatchObject(refused('x'));
    expect(await multipart({ title: new File(['x'], 'x.txt') })).toMatchObject(refused('title'));
    expect(await office.stranger.form('/api/v1/probe/form', { title: 'a\0b' })).toMatchObject(refused('title'));
    expect(await multipart({ title: 'a\0b' })).toMatchObject(refused('title'));
  });

  test('refuses a field of more than 64 KiB in a multipart form', async () => {
    expect(await multipart({ title: 'x'.repeat(65_537) })).toMatchObject({
      status: 413,
      json: { error: { code: 'invalid.too_large' } },
    });
  });

  test('is the only one that accepts a form', async () => {
    expect(await office.stranger.form('/api/v1/probe', { needed: 'true' })).toMatchObject({ status: 400 });
    const form = new FormData();
    form.append('needed', 'true');
    expect(await office.stranger.upload('/api/v1/probe', form)).toMatchObject({ status: 415 });
  });
});

describe('A stream', () => {
  test('comes under its own content type', async () => {
    const answer = await office.stranger.get('/api/v1/probe/stream');
    expect(answer).toMatchObject({
      status: 200,
      body: 'a,b\nc,d\n',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
  });
});
