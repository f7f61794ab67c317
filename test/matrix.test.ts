import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Permission } from '#kernel/work/contract.ts';
import { type Answer, type Office, type Person, startOffice } from './app.ts';

/** A route, with its parameters filled by values that match nothing. */
interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  permission: Permission;
  /** Takes a JSON body. */
  body: boolean;
  /** Takes a multipart form. */
  form: boolean;
  /** Reads query parameters of its own. */
  query: boolean;
}

let office: Office;
let routes: Route[];

beforeAll(async () => {
  office = await startOffice();
  routes = office.server.routeList.flatMap((route) => {
    const methods = [route.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
    const url = route.url
      .replace(/:([a-z_]+)/gi, (_, name: string) => (/idx$|_no$|^id$/.test(name) ? '999999' : 'none'))
      .replace('*', 'none');
    return methods.map((method) => ({
      method: method as Route['method'],
      url,
      permission: route.config?.permission ?? 'admin',
      body: Boolean(route.schema?.body),
      form: Boolean(route.schema?.consumes?.includes('multipart/form-data')),
      query: Boolean(route.schema?.querystring),
    }));
  });
});
afterAll(() => office.close());

const send = (person: Person, route: Route, headers: Record<string, string> = {}, payload?: object): Promise<Answer> =>
  person.send({
    method: route.method,
    url: route.url,
    headers,
    ...(route.method !== 'GET' && { payload: payload ?? {} }),
  });

/** Sends a raw body, well formed or not. */
const sendRaw = ({ method, url }: Route, payload: string, type: string): Promise<Answer> =>
  office.admin.send({ method, url, payload, headers: { 'content-type': type } });

/** Sends to every matching route and returns those with an unexpected response. */
async function offenders(
  fits: (route: Route) => boolean,
  request: (route: Route) => Promise<Answer>,
  right: (answer: Answer) => boolean,
) {
  const found: string[] = [];
  for (const route of routes.filter(fits)) {
    const answer = await request(route);
    if (!right(answer)) found.push(`${route.method} ${route.url} → ${answer.status} ${answer.body.slice(0, 120)}`);
  }
  return found;
}

const isApi = (route: Route) => route.url.startsWith('/api/');
const writes = (route: Route) => route.method !== 'GET';
// The password of a partner's page, and of a link in a mail, which have no session to misuse and send no referrer.
const isFromAnySite = (route: Route) =>
  ['/delivery/none', '/login/link/none', '/login/address/none'].includes(route.url);

describe('Every call and page', () => {
  test('there are dozens of them, and each API call names its permission', () => {
    const calls = office.server.routeList.filter((route) => route.url.startsWith('/api/'));
    expect(calls.length).toBeGreaterThan(20);
    const silent = calls.filter(({ config }) => !['public', 'signed-in', 'admin'].includes(config?.permission ?? ''));
    expect(silent.map(({ method, url }) => `${String(method)} ${url}`)).toEqual([]);
  });

  test('a call without a session is refused with 401, a page leads to the sign-in', async () => {
    const bad = await offenders(
      (route) => route.permission !== 'public',
      (route) => send(office.stranger, route),
      ({ status, headers }) =>
        status === 401 || (status === 303 && String(headers.location).startsWith('/login?next=')),
    );
    expect(bad).toEqual([]);
  });

  test('a page or fragment of a missing record is answered with 404', async () => {
    // A trail outlives its record, an unfinished sign-in is reported on the page it came from, and a portal or a shop needs
    // its key.
    const others = /^\/(api|portal|partner|storage|messages|docs|public|assets|audit)\b/;
    const named = { bid: 'NOPE', word_idx: '999999', sent_idx: '999999', ser_idx: '999999' };
    const takesId = (schema: unknown) =>
      schema instanceof z.ZodObject && Object.keys(named).some((name) => name in schema.shape);
    const urls = office.server.routeList.flatMap(({ method, url, schema }) =>
      method === 'GET' && !others.test(url) && (url.includes(':') || takesId(schema?.querystring))
        ? [`${url.replace(/:\w+/g, (name) => (name === ':bid' ? 'NOPE' : '999999'))}?${new URLSearchParams(named)}`]
        : [],
    );
    expect(urls.length).toBeGreaterThan(15);
    const answers = await Promise.all(urls.map(async (url) => ({ url, status: (await office.admin.get(url)).status })));
    expect(answers.filter(({ status }) => status !== 404)).toEqual([]);
  });

  test('an account without admin rights is told whom to contact, whatever it calls', async () => {
    const bad = await offenders(
      (route) => route.permission === 'admin',
      (route) => send(office.staff, route),
      ({ status, body }) => status === 403 && body.includes('Please contact the web developer for Admin rights.'),
    );
    expect(bad).toEqual([]);
  });

  test('a write from another site is refused with 403, by its origin or by its fetch metadata', async () => {
    const headersOfOthers: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ];
    for (const headers of headersOfOthers) {
      const bad = await offenders(
        (route) => writes(route) && !isFromAnySite(route),
        (route) => send(office.admin, route, headers),
        ({ status }) => status === 403,
      );
      expect(bad).toEqual([]);
    }
  });
});

describe('Bad input of any kind gets a clear 4xx', () => {
  const refused = ({ status, json, body }: Answer) =>
    status >= 400 && status < 500 && (json ? Boolean(json.error?.message) : body.length > 0);
  const takesBody = (route: Route) => isApi(route) && route.body;
  const deep = '['.repeat(5000) + ']'.repeat(5000);
  const bodies: Record<string, string> = {
    'broken JSON': '{"title":',
    'no object': '"text"',
    null: 'null',
    'deep nesting': `{"title":${deep}}`,
    'a NUL byte': '{"title":"a\\u0000b"}',
    'a lone surrogate': '{"title":"a\\ud800b"}',
    'an unknown field': '{"no_such_field":1}',
    'wrong types': '{"title":{"a":[1]},"version":"x"}',
    'a polluting key': '{"__proto__":{"isAdmin":true}}',
  };

  test.each(Object.entries(bodies))('%s as the body', async (_name, payload) => {
    const bad = await offenders(
      (route) => takesBody(route) && writes(route),
      (route) => sendRaw(route, payload, 'application/json'),
      refused,
    );
    expect(bad).toEqual([]);
  });

  test('a body of 40 MB is refused as too large', async () => {
    const payload = `{"title":"${'x'.repeat(40_000_000)}"}`;
    const bad = await offenders(
      (route) => takesBody(route) && writes(route),
      (route) => sendRaw(route, payload, 'application/json'),
      ({ status }) => status === 413,
    );
    expect(bad).toEqual([]);
  });

  test('a content type that no call accepts', async () => {
    const bad = await offenders(
      (route) => takesBody(route) && writes(route),
      (route) => sendRaw(route, '<a/>', 'application/xml'),
      ({ status }) => status === 415,
    );
    expect(bad).toEqual([]);
  });

  test('broken multipart', async () => {
    const bad = await offenders(
      (route) => isApi(route) && route.form,
      (route) =>
        sendRaw(
          route,
          '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nhalf',
          'multipart/form-data; boundary=x',
        ),
      ({ status }) => status >= 400 && status < 500,
    );
    expect(bad).toEqual([]);
  });

  const paths = [
    '%00',
    '%ff',
    '%ed%a0%80',
    '1e999',
    '99999999999999999999',
    '-1',
    'x'.repeat(2000),
    '%2e%2e%2f',
    '1;drop table book',
  ];
  test.each(paths)('%s in the path', async (value) => {
    const parameterised = office.server.routeList.filter(
      (route) => route.url.includes(':') && route.url.startsWith('/api/'),
    );
    const bad: string[] = [];
    for (const route of parameterised) {
      const method = [route.method].flat().find((name) => name !== 'HEAD');
      const url = route.url.replace(/:[a-z_]+/gi, value);
      const answer = await office.admin.send({
        method: method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET',
        url,
        ...(method !== 'GET' && { payload: {} }),
      });
      // A list below an unknown id may be empty, but must never be a server error.
      if (answer.status >= 500) bad.push(`${method} ${url.slice(0, 80)} → ${answer.status}`);
    }
    expect(bad).toEqual([]);
  });

  test('nonsense in the query of a page or a list never causes a server error', async () => {
    const nonsense = [
      'page=-1',
      'page=1e99',
      'sort=%27%3Bdrop',
      'search_val=%00',
      'search_val=%ed%a0%80',
      'series=x',
      'lang=xx',
      'page[]=1',
      `search_val=${'%25'.repeat(3000)}`,
      'since=9999-99-99',
    ];
    const offendersOf = (query: string, reads: boolean) =>
      offenders(
        (route) => route.method === 'GET' && route.permission !== 'public' && route.query === reads,
        (route) => office.admin.get(`${route.url}?${query}`),
        ({ status }) => status < 500,
      );
    // Where a route reads no query of its own, only the page's frame can fail: testing all at once is enough.
    const bad = await offendersOf(nonsense.join('&'), false);
    for (const query of nonsense) bad.push(...(await offendersOf(query, true)));
    expect(bad).toEqual([]);
  });
});
