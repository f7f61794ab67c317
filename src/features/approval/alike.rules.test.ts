import { expect, test } from 'vitest';
import { alikeIn } from './alike.rules.ts';

const change = (title: string, ...fields: string[]) => ({
  kind: 'Collection',
  title,
  action: 'edited',
  fields: fields.map((field) => ({ field })),
  more: 0,
  reason: null as string | null,
});

const titles = (groups: readonly (readonly { title: string }[])[]) =>
  groups.map((group) => group.map(({ title }) => title));

test('records that change in the same fields stand together, in their order', () => {
  const changes = [change('One', 'Price'), change('Two', 'Price'), change('Three', 'Status'), change('Four', 'Price')];
  expect(titles(alikeIn(changes))).toEqual([['One', 'Two'], ['Three'], ['Four']]);
});

test('what has a reason, many fields or none stands alone', () => {
  const why = { ...change('One', 'Price'), reason: 'Paper is dearer' };
  const many = change('Two', 'a', 'b', 'c', 'd');
  expect(titles(alikeIn([why, why, many, many, change('Three'), change('Four')]))).toEqual(
    ['One', 'One', 'Two', 'Two', 'Three', 'Four'].map((title) => [title]),
  );
});
