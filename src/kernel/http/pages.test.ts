import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { probe } from './probe.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: probe });
});
afterAll(() => office.close());

const fetched = { 'x-language': 'en' };
const followed = { 'sec-fetch-mode': 'navigate' };
const bodyTag = (html: string) => /<body[^>]*>/.exec(html)?.[0];
const htmlTag = (html: string) => /<html[^>]*>/.exec(html)?.[0];

describe('A page', () => {
  test('is a whole document inside the shell, not cached', async () => {
    const { status, headers, body } = await office.admin.get('/probe/here');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).toShow(/^<!doctype html><html lang="en" data-locale="en" data-time-zone="Asia\/Seoul"/);
    expect(body).toShow('<title>Probe &lt;&amp;&quot;&gt;</title>');
    expect(body).toShow('id="side-menu"');
    expect(bodyTag(body)).toBe('<body>');
  });

  test('escapes its props so that nothing in them ends their script', async () => {
    const { body } = await office.admin.get('/probe/here');
    const [, props = ''] = /<script type="application\/json">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(props)).toEqual({ status: 200, message: 'here', requestId: '</script><b>' });
  });

  test('has no inline script, only files of this site', async () => {
    const { body } = await office.admin.get('/probe/here');
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(2);
    for (const attributes of scripts) expect(attributes).toMatch(/ src="\/(public|assets)\/|type="application\/json"/);
    expect(body).not.toShow(/ on\w+="/);
  });

  test('speaks the language that the address or the cookies ask for', async () => {
    expect(htmlTag((await office.admin.get('/probe/here?lang=jp')).body)).toContain('lang="ja" data-locale="jp"');
    expect(htmlTag((await office.admin.get('/probe/here?lang=ja')).body)).toContain('lang="ja" data-locale="jp"');
    const cookie = `${office.admin.cookie}; lang=ko`;
    expect(htmlTag((await office.admin.get('/probe/here', { cookie })).body)).toContain('lang="ko"');
    expect(htmlTag((await office.admin.get('/probe/here?lang=tr', { cookie })).body)).toContain('lang="tr"');
  });

  test('is drawn in the chosen colours, or leaves them to the system', async () => {
    const cookie = `${office.admin.cookie}; scheme=dark`;
    expect(htmlTag((await office.admin.get('/probe/here', { cookie })).body)).toContain(
      'data-mantine-color-scheme="dark"',
    );
    expect(htmlTag((await office.admin.get('/probe/here')).body)).not.toContain('color-scheme');
  });

  test('can say by its status that what it shows does not exist', async () => {
    expect((await office.admin.get('/probe/empty')).status).toBe(404);
  });

  test('that refuses shows the refusal as a page', async () => {
    expect(await office.admin.get('/probe/missing')).toMatchObject({
      status: 404,
      body: expect.stringContaining('Not found'),
    });
    expect(await office.admin.get('/probe/any/closed')).toMatchObject({
      status: 403,
      body: expect.stringContaining('No access'),
    });
  });

  test('answers HEAD the same way without a body', async () => {
    for (const url of ['/probe/here', '/probe/missing', '/probe/any/closed']) {
      const [whole, head] = [await office.admin.get(url), await office.admin.send({ method: 'HEAD', url })];
      expect([head.status, head.headers['content-type'], head.body]).toEqual([
        whole.status,
        whole.headers['content-type'],
        '',
      ]);
    }
    expect(await office.stranger.send({ method: 'HEAD', url: '/probe/here' })).toMatchObject({ status: 303 });
  });

  test('and a call are the same with a slash at the end of their address', async () => {
    const { status, body } = await office.admin.get('/probe/here/');
    expect(status).toBe(200);
    expect(body).toShow('<title>Probe');
    expect((await office.admin.get('/api/v1/setting/')).status).toBe(200);
    expect((await office.stranger.get('/probe/here/')).headers.location).toBe('/login?next=%2Fprobe%2Fhere');
    // A write with an empty id is not the call of the address before it, which adds many books.
    const { status: refused, json } = await office.admin.post('/api/v1/book/', { title: 'No bid' });
    expect([refused, Object.keys(json.error.fields)]).toEqual([400, expect.arrayContaining(['bid'])]);
  });

  test('sends a stranger to the sign-in and back to exactly this address', async () => {
    const { status, headers } = await office.stranger.get('/probe/here?sort=a&b=%26');
    const location = new URL(String(headers.location), 'http://office');
    expect([status, location.pathname, location.searchParams.get('next')]).toEqual([
      303,
      '/login',
      '/probe/here?sort=a&b=%26',
    ]);
  });
});

describe('A fragment', () => {
  test('that is fetched is bare: its view and its props', async () => {
    const { status, headers, body } = await office.admin.get('/probe/here/dialog', fetched);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).toShow(
      /^<div data-view="ui\/frame\/error-page" data-module="[^"]+" data-files="[^"]+" data-prefix="[^"]+">.*<\/div><script type="application\/json">.*<\/script>$/s,
    );
    expect(body).not.toShow(/<(html|head|body|link)/);
  });

  test('has different ids than any page or fragment before it', async () => {
    const prefixes = new Set<string | undefined>();
    for (const url of ['/probe/here', '/probe/here/dialog', '/probe/here/dialog']) {
      prefixes.add(/data-prefix="([^"]+)"/.exec((await office.admin.get(url, fetched)).body)?.[1]);
    }
    expect(prefixes.size).toBe(3);
  });

  test('that a link leads to opens over its page, and knows the way back there', async () => {
    const { status, body } = await office.admin.get('/probe/here/dialog', followed);
    expect(status).toBe(200);
    expect(htmlTag(body)).toBeDefined();
    expect(body).toShow('<p>here</p>');
    expect(body).not.toShow('dialog of here');
    expect(bodyTag(body)).toBe('<body data-fragment="/probe/here/dialog" data-within="/probe/here?sort=a">');
  });

  test('is told by other headers over plain http, where browsers do not send Sec-Fetch-Mode', async () => {
    const request = (caller: Office['admin'], headers: Record<string, string>) =>
      caller.get('/probe/here/dialog', headers);
    const navigation = { 'upgrade-insecure-requests': '1' };
    const script = { 'x-language': 'en' };
    expect(bodyTag((await request(office.admin, navigation)).body)).toContain('data-fragment="/probe/here/dialog"');
    expect(bodyTag((await request(office.admin, script)).body)).toBeUndefined();
    expect((await request(office.stranger, navigation)).status).toBe(303);
    expect(await request(office.stranger, script)).toMatchObject({
      status: 401,
      json: { error: { code: 'error.sign_in' } },
    });
  });

  test('keeps its own query, whatever is in it', async () => {
    const url = `/probe/here/dialog?a=1&b="><script>&c=$'$&$\``;
    const { body } = await office.admin.get(url, followed);
    const given = /data-fragment="([^"]*)"/.exec(body)?.[1] ?? '';
    const read = given
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(decodeURI(read)).toBe(url);
    expect(given).not.toMatch(/[<>"]/);
    expect(body.match(/<!doctype/g)).toHaveLength(1);
  });

  test('and the page below it speak the language of the link', async () => {
    const { body } = await office.admin.get('/probe/here/dialog?lang=ko', followed);
    expect(htmlTag(body)).toContain('lang="ko"');
    expect(bodyTag(body)).toContain('data-within="/probe/here?sort=a&amp;lang=ko"');
  });

  test.each([
    ['is not there', '/probe/missing/dialog', 404],
    ['is empty', '/probe/empty/dialog', 404],
    ['may not be seen', '/probe/closed/dialog', 403],
  ])('is not opened over a page that %s', async (_why, url, status) => {
    const answer = await office.admin.get(url, followed);
    expect([answer.status, bodyTag(answer.body)]).toEqual([status, '<body>']);
  });

  test('redirects where the page below it redirects', async () => {
    const answer = await office.admin.get('/probe/moved/dialog', followed);
    expect([answer.status, answer.headers.location]).toEqual([302, '/probe/there']);
  });

  test('refuses a stranger: a link with the sign-in, a program and any script with data', async () => {
    const link = await office.stranger.get('/probe/here/dialog', followed);
    expect([link.status, link.headers.location]).toEqual([303, '/login?next=%2Fprobe%2Fhere%2Fdialog']);
    for (const headers of [fetched, {}, { 'sec-fetch-mode': 'cors' }] as Record<string, string>[]) {
      expect(await office.stranger.get('/probe/here/dialog', headers)).toMatchObject({
        status: 401,
        json: { error: { code: 'error.sign_in' } },
      });
    }
    expect(await office.staff.get('/probe/here/dialog', fetched)).toMatchObject({
      status: 403,
      json: { error: { code: 'error.admin_only' } },
    });
  });
});

describe('The messages of the browser', () => {
  const urlOf = async (locale: string, file: string) => {
    const version = /data-messages="([^"]+)"/.exec((await office.admin.get('/probe/here')).body)?.[1];
    return `/messages/${version}/${locale}/${file}.json`;
  };

  test('are cached forever under an address that names their content', async () => {
    const answer = await office.stranger.get(await urlOf('ko', 'common'));
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=31536000, immutable' } });
    expect(answer.json['common.save']).toEqual(['저장']);
  });

  test('of another version are answered with the current ones, and not cached', async () => {
    const url = (await urlOf('en', 'agegroup')).replace(/\/messages\/[^/]+/, '/messages/older');
    const answer = await office.stranger.get(url);
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(answer.json['agegroup.create']).toEqual(['New age group']);
  });

  test.each([
    ['en', 'nothing', 404],
    ['en', '..%2f..%2fpackage', 400],
    ['xx', 'common', 400],
  ])('that do not exist are refused: %s %s', async (locale, file, status) => {
    expect(await office.stranger.get(await urlOf(locale, file))).toMatchObject({
      status,
      json: { error: expect.anything() },
    });
  });
});
