import { expect, test } from 'vitest';
import { breaksOf } from './breaks.ts';

const book = {
  type: 'object',
  properties: {
    bid: { type: 'string' },
    level: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    kind: { type: 'string', enum: ['fiction', 'fact'] },
  },
  required: ['bid', 'level', 'kind'],
  additionalProperties: false,
};
const order = {
  type: 'object',
  properties: { code: { type: 'string', maxLength: 20 }, learner: { type: 'string' } },
  required: ['code'],
  additionalProperties: false,
};

/** A portal of one list and one write. */
function portalOf(given: { answer?: object; asked?: object; limit?: object; parameters?: object[] } = {}) {
  const limit = {
    in: 'query',
    name: 'limit',
    required: false,
    schema: given.limit ?? { type: 'integer', maximum: 500 },
  };
  const list = {
    type: 'object',
    properties: { results: { type: 'array', items: given.answer ?? book } },
    required: ['results'],
  };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  return {
    paths: {
      '/books': {
        get: {
          operationId: 'getBooks',
          parameters: given.parameters ?? [limit],
          responses: { 200: json(list) },
        },
      },
      '/orders': {
        post: { operationId: 'postOrders', requestBody: json(given.asked ?? order), responses: { 200: {} } },
      },
    },
  } as any;
}

const partsOf = (given: Parameters<typeof portalOf>[0]) =>
  breaksOf(portalOf(), portalOf(given)).map(({ call, part }) => `${call}: ${part}`);

const withField = (schema: { properties: object }, key: string, field: object | undefined) => {
  const { [key]: _, ...others }: Record<string, unknown> = { ...schema.properties };
  return { ...schema, properties: field ? { ...others, [key]: field } : others };
};

test('What is added to the portal breaks no reader: a field, a parameter, a longer text, a call', () => {
  expect(partsOf({})).toEqual([]);
  expect(partsOf({ answer: withField(book, 'subtitle', { type: 'string' }) })).toEqual([]);
  expect(partsOf({ asked: withField(order, 'note', { type: 'string' }) })).toEqual([]);
  expect(partsOf({ asked: withField(order, 'code', { type: 'string', maxLength: 40 }) })).toEqual([]);
  expect(partsOf({ limit: { type: 'integer', maximum: 1000 } })).toEqual([]);
  const more = portalOf();
  more.paths['/series'] = more.paths['/books'];
  expect(breaksOf(portalOf(), more)).toEqual([]);
  expect(breaksOf(more, portalOf())).toEqual([{ call: 'GET /series', part: 'call' }]);
});

test('An answer that lacks a field, has another type, may be null or has a further value breaks readers', () => {
  const at = (key: string) => [`GET /books: results[].${key}`];
  expect(partsOf({ answer: withField(book, 'bid', undefined) })).toEqual(at('bid'));
  expect(partsOf({ answer: withField(book, 'bid', { type: 'integer' }) })).toEqual(at('bid'));
  expect(partsOf({ answer: withField(book, 'level', { type: 'string' }) })).toEqual(at('level'));
  expect(partsOf({ answer: withField(book, 'level', { type: 'integer' }) })).toEqual([]);
  expect(partsOf({ answer: withField(book, 'bid', { anyOf: [{ type: 'string' }, { type: 'null' }] }) })).toEqual(
    at('bid'),
  );
  expect(partsOf({ answer: withField(book, 'kind', { type: 'string', enum: ['fiction', 'fact', 'song'] }) })).toEqual(
    at('kind'),
  );
  expect(partsOf({ answer: { ...book, required: ['bid', 'kind'] } })).toEqual(at('level'));
});

test('A call that asks for more than before, or takes less, breaks its callers', () => {
  expect(partsOf({ limit: { type: 'integer', maximum: 100 } })).toEqual(['GET /books: limit']);
  expect(partsOf({ parameters: [] })).toEqual(['GET /books: limit']);
  const language = { in: 'query', name: 'language', required: true, schema: { type: 'string' } };
  expect(partsOf({ parameters: [...portalOf().paths['/books'].get.parameters, language] })).toEqual([
    'GET /books: language',
  ]);
  expect(partsOf({ asked: { ...order, required: ['code', 'learner'] } })).toEqual(['POST /orders: learner']);
  expect(partsOf({ asked: withField(order, 'learner', undefined) })).toEqual(['POST /orders: learner']);
  expect(partsOf({ asked: withField(order, 'code', { type: 'string', maxLength: 10 }) })).toEqual([
    'POST /orders: code',
  ]);
});

test('Another name of a call, or another way to sign in, breaks the programs that were made from the description', () => {
  const renamed = portalOf();
  renamed.paths['/books'].get.operationId = 'listBooks';
  renamed.paths['/orders'].post.security = [{ session: [] }];
  expect(breaksOf(portalOf(), renamed)).toEqual([
    { call: 'GET /books', part: 'operationId' },
    { call: 'POST /orders', part: 'security' },
  ]);
});

test('A call that may change breaks nobody, and a stable one must not become such a call', () => {
  const before = portalOf();
  before.paths['/books'].get['x-stability'] = 'may-change';
  const after = portalOf({ answer: withField(book, 'bid', undefined) });
  expect(breaksOf(before, after)).toEqual([]);
  delete after.paths['/books'];
  expect(breaksOf(before, after)).toEqual([]);
  expect(breaksOf(portalOf(), before)).toEqual([{ call: 'GET /books', part: 'x-stability' }]);
});
