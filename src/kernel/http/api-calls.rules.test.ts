import { expect, test } from 'vitest';
import { type ApiDocument, groupsOf, matchingGroups } from './api-calls.rules.ts';

const document: ApiDocument = {
  paths: {
    '/api/v1/lamp/{id}': {
      put: {
        summary: 'Change a lamp',
        tags: ['lamp'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['rooms'],
                properties: {
                  rooms: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
                  state: { enum: ['on', 'off'], description: 'How it is' },
                  watts: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
                },
              },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { type: 'object', properties: { ok: { const: true } } } } } },
          default: { description: 'Refused' },
        },
      },
      get: { summary: 'Read', tags: ['lamp'], security: [], responses: {} },
    },
    '/api/v1/door': { get: { summary: 'Doors', tags: ['door'], security: [{ key: [] }], responses: {} } },
  },
};

const groups = groupsOf(document, 'http://office');

test('calls are grouped, with their path fields, their answers and who may call them', () => {
  expect(groups.map(({ name, calls }) => [name, calls.map(({ id, who }) => `${id} ${who}`)])).toEqual([
    ['door', ['get-api-v1-door key']],
    ['lamp', ['put-api-v1-lamp-id- session', 'get-api-v1-lamp-id- public']],
  ]);
  const [call] = groups[1]?.calls ?? [];
  expect(call?.fields).toEqual([
    { name: 'id', location: 'path', type: 'integer', required: true, note: '' },
    { name: 'rooms', location: 'body', type: 'object[]', required: true, note: '' },
    { name: 'rooms[].name', location: 'body', type: 'string', required: false, note: '' },
    { name: 'state', location: 'body', type: '"on" | "off"', required: false, note: 'How it is' },
    { name: 'watts', location: 'body', type: 'integer | null', required: false, note: '' },
  ]);
  expect(call?.others).toEqual([{ status: '4xx, 5xx', description: 'Refused' }]);
});

test('a call comes with a valid example and a command line', () => {
  const [call] = groups[1]?.calls ?? [];
  expect(JSON.parse(call?.example.body ?? '')).toEqual({ rooms: [{ name: 'text' }], state: 'on', watts: 1 });
  expect(JSON.parse(call?.example.answer ?? '')).toEqual({ ok: true });
  expect(call?.curl).toBe(
    `curl -X PUT 'http://office/api/v1/lamp/{id}' -H 'cookie: sid=…' -H 'content-type: application/json' -d '{"rooms":[{"name":"text"}],"state":"on","watts":1}'`,
  );
});

test('a search looks at paths, summaries and fields, word by word', () => {
  const found = (text: string) =>
    matchingGroups(groups, text).flatMap(({ calls }) => calls.map(({ method }) => method));
  expect(found('lamp watts')).toEqual(['PUT']);
  expect(found('DOORS')).toEqual(['GET']);
  expect(found('nothing')).toEqual([]);
  expect(found('')).toHaveLength(3);
});
