import { describe, expect, test } from 'vitest';
import { AppError } from '../messages/errors.ts';
import { parseJson } from './json-body.ts';

const most = 1_000_000;
const parse = (text: string, values = most) => parseJson(Buffer.from(text), values);
const refusal = (text: string, values = most) =>
  parse(text, values).then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? [error.status, error.code, error.options.field] : error),
  );

const many = Array.from({ length: 30_000 }, (_, id) => ({ id, title: `B,"[{\\ 값 ${id}` }));

describe('A body that is parsed in parts equals the same body parsed at once', () => {
  test.each([
    ['a list', many],
    ['an object with a long list', { before: 1, rows: many, after: { deep: [1, [2]] } }],
    ['an object with several', { rows: many, 'a "name" \\ 값': many.map(({ id }) => id), 5: many }],
    ['a long list in a field', { kind: 'words', values: { reason: 'x', rows: many, after: { deep: [1] } }, last: [2] }],
    ['several in fields', { a: { rows: many, more: many }, b: { rows: many }, c: many, d: { 'a "b"': many } }],
    ['long texts', { rows: Array.from({ length: 9 }, () => 'é값'.repeat(100_000)), last: true }],
    ['a list in a list', [[1], [], [[2]]]],
    ['what is no list', 7],
  ])('%s', async (_what, value) => {
    expect(await parse(JSON.stringify(value))).toEqual(value);
    expect(await parse(JSON.stringify(value, null, 1))).toEqual(value);
  });

  test('a name given twice: the last one counts, however long the first', async () => {
    const rows = JSON.stringify(many);
    for (const text of [
      `{"rows":${rows},"rows":[1]}`,
      `{"rows":[1],"rows":${rows}}`,
      `{"rows":${rows},"after":1,"rows":${rows},"after":[2]}`,
      `{"rows":${rows},"r\\u006fws":7}`,
      `{"in":{"rows":${rows},"rows":[1]},"after":1}`,
      `{"in":{"rows":${rows}},"in":{"other":2}}`,
      `{"in":{"other":1},"in":{"rows":${rows},"after":3}}`,
      `{"in":{"rows":${rows}},"in":[7]}`,
      `{"in":[7],"in":{"rows":${rows}},"in":{"rows":${rows}}}`,
    ]) {
      expect(await parse(text)).toEqual(JSON.parse(text));
    }
  });

  test('fields after a list, however long it is', async () => {
    for (let count = 9_990; count < 10_010; count += 1) {
      const rows = Array.from({ length: count }, () => 1);
      for (const value of [
        { rows, after: 2 },
        { in: { rows, after: 2 }, last: 3 },
      ])
        expect(await parse(JSON.stringify(value)), String(count)).toEqual(value);
    }
  });

  test('nothing', async () => {
    expect(await parse('')).toBeUndefined();
  });
});

describe('A body is refused', () => {
  test.each([
    ['{'],
    ['{"a":1}}'],
    ['[1,'],
    ['nonsense'],
    ['"open'],
    [`[${'1,'.repeat(20_000)}1]]`],
    [`{"a":[${'1,'.repeat(20_000)}1]`],
    [`{"a":[${'1,'.repeat(20_000)}1], "b"}`],
    [`{"a":[${'1,'.repeat(20_000)}1}]`],
    [`{"a":{"b":[${'1,'.repeat(20_000)}1]}`],
    [`{"a":{"b":[${'1,'.repeat(20_000)}1]]}`],
    [`{"a":{"b":[${'1,'.repeat(20_000)}1], "c"}}`],
  ])('that is not JSON', async (text) => {
    expect(await refusal(text)).toEqual([400, 'invalid.body', undefined]);
  });

  test('that is nested deeper than 32', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(await refusal(nested(32))).toBeUndefined();
    expect(await refusal(nested(33))).toEqual([400, 'invalid.too_deep', undefined]);
    expect(await refusal('['.repeat(500_000))).toEqual([400, 'invalid.too_deep', undefined]);
  });

  test('that holds more values than its call takes, wherever they are', async () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;
    expect(await refusal(keys(100), 100)).toBeUndefined();
    expect(await refusal(keys(101), 100)).toEqual([413, 'invalid.too_large', undefined]);
    expect(await refusal(`[${'[],'.repeat(51)}[]]`, 100)).toEqual([413, 'invalid.too_large', undefined]);
  });

  test('that cannot be split: one object of very many fields, one text of megabytes', async () => {
    const fields = `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
    for (const text of [fields, `[${fields}]`, `["${'x'.repeat(3 << 20)}"]`]) {
      expect(await refusal(text)).toEqual([413, 'invalid.too_large', undefined]);
    }
  });

  test.each([
    ['{"a":{"b":"x\\u0000"}}', 'a.b'],
    ['{"a":["ok","\\ud800"]}', 'a.1'],
    ['{"a\\u0000":1}', ''],
    ['{"a":{"__proto__":{"admin":true}}}', 'a.__proto__'],
    [`{"rows":[${'1,'.repeat(20_000)}{"x":"\\u0000"}]}`, 'rows.20000.x'],
    [`{"rows":[${'1,'.repeat(20_000)}1],"__proto__":{"admin":true}}`, '__proto__'],
    [`{"in":{"rows":[${'1,'.repeat(20_000)}1],"__proto__":{"admin":true}}}`, 'in.__proto__'],
    [`{"__proto__":{"rows":[${'1,'.repeat(20_000)}1]}}`, '__proto__'],
  ])('that holds characters that cannot be stored, with the field named: %#', async (text, field) => {
    expect(await refusal(text)).toEqual([400, 'invalid.characters', field]);
  });
});
