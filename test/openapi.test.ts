import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Answer, type Office, startOffice } from './app.ts';
import { type Given, send } from './call-by-key.ts';
import { useEveryCall } from './every-call.ts';
import { openDocument } from './open-document.ts';

type Schema = z.core.JSONSchema.JSONSchema & { properties?: Record<string, { format?: string; items?: Schema }> };
type Content = Record<string, { schema: Schema }>;
interface Operation {
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; headers?: Record<string, object> }>;
}

interface Made extends Pick<Answer, 'status' | 'headers' | 'json' | 'body'> {
  key: string;
  given: Given;
}

let office: Office;
let operations: Map<string, Operation>;
const made: Made[] = [];

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await openDocument(office);
  operations = new Map(
    Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${url}`, operation] as const),
    ),
  );
  const stateOfImport = async () => (await office.admin.get('/api/v1/import/1')).json.results.status;
  await useEveryCall(
    async (key, given = {}) => {
      const answer = await send(office, key, given);
      made.push({ ...answer, key, given });
      return answer;
    },
    () => vi.waitFor(async () => expect(await stateOfImport()).toBe('applied'), { timeout: 60_000, interval: 20 }),
  );
});
afterAll(() => office.close());

const documented = ({ key, status }: Made) => {
  const responses = operations.get(key)?.responses ?? {};
  return responses[status] ?? responses[`${String(status)[0]}XX`];
};

const typeOf = ({ headers: { 'content-type': type } }: Pick<Made, 'headers'>) => (typeof type === 'string' ? type : '');
const named = (one: Made) => `${one.key} → ${one.status} ${typeOf(one)} ${one.body.slice(0, 200)}`;

// Responses that a fresh office has no occasion for: an import in progress, an act on thousands of books, a spreadsheet
// service, a single sign-on provider, a code, a batch without codes, a draft; and a stream of changes, which never ends, from a
// place that is gone.
const refused = [
  'GET /mcp',
  'GET /api/v1/live',
  'GET /api/v1/code/{code}',
  'POST /api/v1/code/act/{act_idx}/undo',
  'POST /api/v1/import/{import_idx}/cancel',
  'GET /api/v1/work/{work_idx}',
  'DELETE /api/v1/work/{work_idx}',
  'POST /api/v1/code/batch/{cg_idx}/cancel',
  'POST /api/v1/code/batch/{cg_idx}/issue',
  'DELETE /api/v1/code/batch/{cg_idx}',
  'POST /api/v1/import/link',
  'POST /api/v1/import/{import_idx}/sentence/link',
  'DELETE /api/v1/spreadsheet/account',
  'DELETE /api/v1/staff/{staff_idx}/single_sign_on',
  'POST /api/v1/staff/me/single_sign_on',
  'POST /api/v1/mail/test',
  'POST /api/v1/staff/me/mail/address',
  'DELETE /api/v1/staff/me/mail/address',
  'POST /api/v1/mail/send',
  'POST /api/v1/mail/{mail_idx}/send',
  'POST /api/v1/mailing/{mailing_idx}/send',
  'DELETE /api/v1/draft/{draft_idx}',
];

test('The description of the portal needs no key, and has the address, plain operation ids and named schemas', async () => {
  const { status, json } = await office.stranger.get('/portal/v1/openapi.json');
  expect(status).toBe(200);
  expect(json.servers).toEqual([{ url: expect.stringMatching(/^http:\/\//) }]);
  const described: { operationId: string; responses: Record<string, { content?: Content }> }[] = Object.values(
    json.paths as Record<string, object>,
  ).flatMap((methods) => Object.values(methods));
  const ids = described.map(({ operationId }) => operationId);
  expect(ids).toContain('getBooksByBidSentences');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
  const refs = JSON.stringify(json.paths).match(/#\/components\/schemas\/\w+/g) ?? [];
  const answers = described.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.entries(content)),
  );
  const inJson = answers.filter(([type]) => type.endsWith('json'));
  expect(inJson.length).toBeGreaterThan(100);
  expect(inJson.filter(([, { schema }]) => !('$ref' in schema) && schema.type !== 'string')).toEqual([]);
  const schemas = Object.values(json.components.schemas).map((schema) => JSON.stringify(schema));
  expect(new Set(schemas).size).toBe(schemas.length);
  for (const ref of new Set(refs)) expect(json.components.schemas).toHaveProperty(ref.split('/').at(-1) ?? '');
  expect(Object.keys(json.paths).filter((path) => !path.startsWith('/portal/v1/'))).toEqual([]);
});

describe('openapi.json and the answers of every call', () => {
  test('no parameter is described as empty text alone', async () => {
    const { json } = await office.admin.get('/openapi.json');
    const paths: Record<string, Record<string, { parameters?: { name: string; schema: Schema }[] }>> = json.paths;
    const empty = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods)
        .flatMap(({ parameters = [] }) => parameters)
        .filter(({ schema }) => schema.anyOf?.length === 1 || schema.anyOf?.length === 0)
        .map(({ name }) => `${path} ${name}`),
    );
    expect(empty).toEqual([]);
  });

  test('each described call is made, and with a few exceptions succeeds', () => {
    const done = new Set(made.filter(({ status }) => status < 400).map(({ key }) => key));
    expect(new Set(made.map(({ key }) => key))).toEqual(new Set(operations.keys()));
    const unexpected = made.filter(({ key }) => !done.has(key) && !refused.includes(key));
    expect(unexpected.map(named)).toEqual([]);
    expect(refused.filter((key) => done.has(key))).toEqual([]);
  });

  test('each answer has a described status and content type', () => {
    const strange = made.filter((one) => {
      const content = documented(one)?.content;
      const known = content && Object.keys(content).some((type) => typeOf(one).startsWith(type));
      return !documented(one) || (content ? !known : one.body !== '');
    });
    expect(strange.map(named)).toEqual([]);
  });

  test('each answer has the described shape and headers', () => {
    const faults = made.flatMap((one) => {
      const { content, headers = {} } = documented(one) ?? {};
      const missing = Object.keys(headers).filter((name) => !(name in one.headers));
      const schema = content?.['application/json']?.schema;
      const parsed = schema && one.json ? z.fromJSONSchema(schema).safeParse(one.json) : undefined;
      return missing.length > 0 || parsed?.success === false
        ? [`${named(one)} ${missing.join()} ${parsed?.error}`]
        : [];
    });
    expect(faults).toEqual([]);
  });

  test('each accepted body has the described shape', () => {
    const faults = made.flatMap((one) => {
      const { body } = one.given;
      const schema = operations.get(one.key)?.requestBody?.content['application/json']?.schema;
      if (!body || one.status >= 400) return [];
      const parsed = schema && z.fromJSONSchema(schema).safeParse(body);
      return parsed?.success ? [] : [`${named(one)} ${parsed?.error}`];
    });
    expect(faults).toEqual([]);
  });

  test('each file field of a form has its described name', () => {
    const forms = made.filter(({ given, status }) => given.form && status < 400);
    const files = forms.flatMap(({ key, given }) => {
      const { properties = {} } = operations.get(key)?.requestBody?.content['multipart/form-data']?.schema ?? {};
      const isFile = (name: string) => (properties[name]?.items ?? properties[name])?.format === 'binary';
      return Object.entries(given.form ?? {}).map(([name, value]) => ({
        field: `${key} ${name}`,
        right: isFile(name) === value instanceof Blob,
      }));
    });
    expect(files.filter(({ right }) => !right)).toEqual([]);
    const names = files.map(({ field }) => field.split(' ').at(-1));
    expect(names).toEqual(expect.arrayContaining(['audio', 'book_cover', 'book_preview', 'file']));
  });

  test('a route that is not described is a page, a file of screens, or an address passed on whole', async () => {
    // The second log-in step is for forms; programs send the code along. A partner has a page, and no account; so has the link of a mail.
    const handed =
      /^\/(assets|client|public|contents|delivery|messages|docs|llms\.txt|changelog\.json|storage\/download|(portal\/v1\/)?openapi\.json|spreadsheet\/(connect|callback)|login\/(code|setup|link|address)|$)/;
    const described = [...operations.keys()].map((key) => key.replace(/\{(\w+)\}/g, ':$1'));
    const left = office.server.routeList
      .flatMap(({ method, url }) => [method].flat().map((one) => ({ key: `${one} ${url}`, method: one, url })))
      .filter(({ key, method, url }) => method !== 'HEAD' && !described.includes(key) && !handed.test(url));
    expect(left.filter(({ method }) => method !== 'GET')).toEqual([]);
    const valueFor = (name: string) => (name === ':bid' ? 'B1' : name === ':entity' ? 'book' : '1');
    const answers = await Promise.all(
      left.map(async ({ url }) => ({
        url,
        type: typeOf(await office.admin.get(url.replace(/:\w+/g, valueFor), navigated)),
      })),
    );
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter(({ type }) => type !== 'text/html; charset=utf-8' && type !== '')).toEqual([]);
  });
});

const navigated = { 'sec-fetch-mode': 'navigate' };
