import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Break, breaksOf } from '../breaks.ts';
import { testDatabase } from '../test-database.ts';
import { documentFile, withoutNames, writtenDocument } from '../open-document.ts';
import type { TestDatabase } from '../postgres.ts';
import { officeTypes, officeTypesFile } from '../office-types.ts';
import { portalTypes, portalTypesFile } from '../portal-types.ts';
import { releasedFile, releasedPortal } from '../released-portal.ts';

interface Call {
  operationId: string;
  tags: string[];
  parameters?: { in: string; name: string }[];
  responses: Record<string, { description?: string }>;
  security?: Record<string, unknown>[];
  'x-stability'?: string;
}

let database: TestDatabase;
let text: string;
let released: string;
let document: any;
let calls: { key: string; url: string; call: Call }[];
beforeAll(async () => {
  database = await testDatabase();
  text = await readFile(documentFile, 'utf8');
  released = await readFile(releasedFile, 'utf8');
  document = JSON.parse(text);
  calls = Object.entries<Record<string, Call>>(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ key: `${method.toUpperCase()} ${url}`, url, call })),
  );
});
afterAll(() => database.drop());

const page = (name: string) => readFile(path.resolve(import.meta.dirname, `../../docs/${name}`), 'utf8');

test('openapi.json describes the calls of the product; `npm run generate` writes it', async () => {
  expect((await writtenDocument(database.url)) === text).toBe(true);
});

// What @redocly/cli takes for an error.
describe('openapi.json, for tools that make clients,', () => {
  test('names each call once, with a name for functions, and each schema once', () => {
    const ids = calls.map(({ call }) => call.operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const { schemas } = document.components;
    const written = Object.values(schemas).map((schema) => JSON.stringify(schema));
    expect(written.length).toBeGreaterThan(100);
    expect(new Set(written).size).toBe(written.length);
    expect(Object.keys(schemas).filter((name) => !/^[A-Z]\w*$/.test(name))).toEqual([]);
  });

  test('refers only to what it has, and has nothing that is not referred to', () => {
    const used = new Set(text.match(/(?<="#\/components\/schemas\/)[^"]+/g));
    expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
    const tags = new Set(calls.flatMap(({ call }) => call.tags));
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual([...tags].toSorted());
    const schemes = Object.keys(document.components.securitySchemes);
    const secured = [...document.security, ...calls.flatMap(({ call }) => call.security ?? [])].flatMap(Object.keys);
    expect([...new Set(secured)].toSorted()).toEqual(schemes.toSorted());
  });

  test('says where the office is, and of each call its parameters, its success and its failures', () => {
    expect(document.servers).toEqual([{ url: 'https://office.example' }]);
    for (const { key, url, call } of calls) {
      const wanted = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
      const parameters = call.parameters ?? [];
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect([key, inPath.toSorted()]).toEqual([key, wanted]);
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, key).toBe(parameters.length);
      const statuses = Object.keys(call.responses);
      expect(
        statuses.some((status) => /^[23]\d\d$/.test(status)),
        key,
      ).toBe(true);
      expect(statuses, key).toEqual(expect.arrayContaining(['4XX', '5XX']));
      expect(
        Object.values(call.responses).filter(({ description }) => !description),
        key,
      ).toEqual([]);
    }
    const shapes = Object.keys(document.paths).map((url) => url.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

describe('A reader of the portal', () => {
  test('is told of each call whether it is stable or may change', () => {
    const promised = calls.filter(({ url }) => url.startsWith('/portal/'));
    expect(promised.length).toBeGreaterThan(30);
    const silent = promised.filter(({ call }) => !['stable', 'may-change'].includes(call['x-stability'] ?? ''));
    expect(silent.map(({ key }) => key)).toEqual([]);
  });

  test('keeps what the last release promised, except for what docs/portal-changes.md names', async () => {
    expect(released).toBe(await releasedPortal(text));
    const lines = (await page('portal-changes.md')).split('\n');
    const isNamed = ({ call, part }: Break) =>
      lines.some((line) => line.includes(`\`${call}\``) && line.includes(`\`${part}\``));
    const breaks = breaksOf(withoutNames(JSON.parse(released)), withoutNames(document));
    expect(breaks.filter((one) => !isNamed(one))).toEqual([]);
  });

  test('has clients whose types are those of the calls; `npm run generate` writes them', async () => {
    expect(portalTypes(text)).toBe(await readFile(portalTypesFile, 'utf8'));
    expect(officeTypes(text)).toBe(await readFile(officeTypesFile, 'utf8'));
  });

  test('is told only of calls that there are', async () => {
    const pages = (await page('portal-changes.md')) + (await page('portal.md'));
    const named = [...pages.matchAll(/`(?:GET |POST )?(\/portal\/v1\/[\w/{}.]+)/g)].map(([, url = '']) => url);
    expect(named.length).toBeGreaterThan(8);
    const known = [...Object.keys(document.paths), '/portal/v1/', '/portal/v1/openapi.json'];
    expect(named.filter((url) => !known.includes(url))).toEqual([]);
  });
});
