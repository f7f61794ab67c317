import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Office, startOffice } from '#test/app.ts';
import { openDocument } from '#test/open-document.ts';
import { probe } from './probe.fixture.ts';

type Schema = z.core.JSONSchema.JSONSchema;

interface Body {
  content?: Record<string, { schema: Schema }>;
}

interface Call {
  operationId?: string;
  summary?: string;
  parameters?: { in: string; name: string; required: boolean; schema: Schema }[];
  requestBody?: Body;
  responses: Record<string, Body & { description?: string }>;
  security?: unknown[];
}

let office: Office;
let document: { openapi: string; info: object; paths: Record<string, Record<string, Call>> };
let calls: { key: string; url: string; call: Call }[];
beforeAll(async () => {
  office = await startOffice({ extra: probe });
  document = await openDocument(office);
  calls = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ key: `${method.toUpperCase()} ${url}`, url, call })),
  );
});
afterAll(() => office.close());

const find = (key: string) => calls.find((one) => one.key === key)?.call;
const offenders = (isWrong: (one: { key: string; url: string; call: Call }) => boolean) =>
  calls.filter(isWrong).map(({ key }) => key);

describe('The description of the calls', () => {
  test('is OpenAPI 3.1 with a name and a version', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
    });
  });

  test('lists every call and no page', () => {
    const mounted = office.server.routeList
      .filter((route) => route.url.startsWith('/api/') && route.method !== 'HEAD' && !route.schema?.hide)
      .map((route) => `${String(route.method)} ${route.url.replace(/:(\w+)/g, '{$1}')}`);
    expect(mounted.length).toBeGreaterThan(20);
    expect(calls.map(({ key }) => key)).toEqual(expect.arrayContaining(mounted));
    expect(calls.map(({ url }) => url)).not.toContain('/agegroup');
  });

  test('says of each what it does, what it answers and how it fails', () => {
    expect(offenders(({ call }) => !call.summary)).toEqual([]);
    const done = ({ responses }: Call) => Object.entries(responses).filter(([status]) => /^[23]/.test(status));
    expect(offenders(({ call }) => done(call).length === 0)).toEqual([]);
    expect(
      offenders(({ call }) => done(call).some(([status, { content }]) => /^20[02]$/.test(status) !== Boolean(content))),
    ).toEqual([]);
    expect(offenders(({ call }) => done(call).some(([, { description }]) => !description))).toEqual([]);
    expect(offenders(({ call }) => !JSON.stringify(call.responses['4XX']).includes('"message"'))).toEqual([]);
    expect(find('GET /api/v1/age_group')?.responses[200]?.content?.['application/json']?.schema).toMatchObject({
      properties: { results: { type: 'array', items: { properties: { grp_idx: { type: 'integer' } } } } },
    });
  });

  test('names each call once', () => {
    const names = calls.map(({ call }) => call.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name ?? ''))).toEqual([]);
    expect(find('PUT /api/v1/series/{ser_idx}')?.operationId).toBe('putSeriesBySerIdx');
  });

  test('declares every part of a path, and what a query may hold', () => {
    const declared = (call: Call) =>
      call.parameters?.filter((one) => one.in === 'path' && one.required).map(({ name }) => name) ?? [];
    const wanted = (url: string) => [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(offenders(({ url, call }) => wanted(url).join() !== declared(call).join())).toEqual([]);
    expect(find('GET /api/v1/probe/{idx}')?.parameters).toContainEqual(
      expect.objectContaining({ in: 'query', name: 'size', required: false }),
    );
  });

  test('describes bodies in every accepted form: JSON, forms, files', () => {
    const types = (key: string) => Object.keys(find(key)?.requestBody?.content ?? {});
    expect(types('POST /api/v1/probe')).toEqual(['application/json']);
    expect(types('POST /api/v1/probe/form')).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    expect(types('POST /api/v1/import')).toEqual(['multipart/form-data']);
    expect(find('POST /api/v1/probe')?.requestBody?.content?.['application/json']?.schema).toMatchObject({
      required: ['needed'],
      additionalProperties: false,
    });
  });

  test('describes a stream by its content type', () => {
    expect(Object.keys(find('GET /api/v1/probe/stream')?.responses[200]?.content ?? {})).toEqual([
      'text/csv; charset=utf-8',
    ]);
  });

  test('says which calls need no session', () => {
    expect(find('POST /login')?.security).toEqual([]);
    expect(find('GET /api/v1/age_group')?.security).toBeUndefined();
  });

  test('holds schemas that a JSON Schema reader understands', () => {
    const schemas = calls.flatMap(({ call }): Schema[] => [
      ...(call.parameters ?? []).map(({ schema }) => schema),
      ...[call.requestBody, ...Object.values(call.responses)].flatMap((body) =>
        Object.values(body?.content ?? {}).map(({ schema }) => schema),
      ),
    ]);
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas) expect(() => z.fromJSONSchema(schema)).not.toThrow();
  });
});

describe('The page that shows it', () => {
  test('is for administrators, and so is the description', async () => {
    expect((await office.stranger.get('/openapi.json')).status).toBe(401);
    expect((await office.stranger.get('/docs')).status).toBe(303);
    for (const url of ['/openapi.json', '/docs', '/docs/book']) {
      expect([url, (await office.staff.get(url)).status]).toEqual([url, 403]);
    }
  });

  test('lists every call under its group, and finds by path, word or field', async () => {
    const { body } = await office.admin.get('/docs');
    for (const { url } of calls) expect(body).toShow(`<code>${url}</code>`);
    const found = (await office.admin.get('/docs?search=published selection')).body;
    expect(found).toContain('<code>/api/v1/book</code>');
    expect(found).not.toContain('<code>/api/v1/series</code>');
    expect((await office.admin.get('/docs?search=no-such-call')).body).toShow('No calls match.');
  });

  test('shows the fields of each call, an answer, errors and a command line, in the language asked for', async () => {
    const { body } = await office.admin.get('/docs/book?lang=ko');
    expect(body).toShow('id="put-api-v1-book-bid-"');
    expect(body).toShow('명령줄');
    expect(body).toShow('curl -X PUT');
    expect((await office.admin.get('/docs/nothing')).status).toBe(404);
  });
});

describe('The page of the kit', () => {
  test('shows administrators each part, with an error tied to its field', async () => {
    expect((await office.staff.get('/docs/kit')).status).toBe(403);
    const { body } = await office.admin.get('/docs/kit');
    for (const part of ['Button', 'Select', 'Switch', 'EmptyState', 'Acts']) expect(body).toShow(part);
    const [, described = ''] = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(body) ?? [];
    expect(body).toShow(`<p id="${described}"`);
  });
});
