import { expect, test } from 'vitest';
import { OpaqueIds } from './opaque-ids.ts';

const withSecrets = (...all: string[]) => new OpaqueIds({ all: () => all }, 'learners');
const ids = withSecrets('one');

test.each([
  ['a letter', 'k'],
  ['any script', '학습자 あ Ñ ğ'],
  ['128 characters outside of the first plane', '🦊'.repeat(128)],
  ['what an address would read otherwise', '../a?b=c#d%2F'],
])('a reference to an ID of %s stands for it, and only letters, digits and dashes are in it', (_, id) => {
  expect(ids.of(id)).toMatch(/^[\w-]+$/);
  expect(ids.idOf(ids.of(id))).toBe(id);
  expect(ids.of(id)).toBe(withSecrets('one').of(id));
});

test('an ID, a reference that was altered and one of another installation are no references', () => {
  const ref = ids.of('kim-12');
  for (const other of ['kim-12', '', 'A', `${ref}A`, ref.slice(0, -1), withSecrets('two').of('kim-12')])
    expect(ids.idOf(other)).toBeUndefined();
  expect(withSecrets('one').idOf(new OpaqueIds({ all: () => ['one'] }, 'others').of('kim-12'))).toBeUndefined();
});

test('a reference made before the secret was replaced stands until that secret is retired', () => {
  expect(withSecrets('two', 'one').idOf(ids.of('kim-12'))).toBe('kim-12');
  expect(withSecrets('two', 'one').of('kim-12')).not.toBe(ids.of('kim-12'));
  expect(withSecrets('two').idOf(ids.of('kim-12'))).toBeUndefined();
});
