import { expect, test } from 'vitest';
import { Seal } from './seal.ts';

const secrets = (...all: string[]) => ({ all: () => all });
const seal = new Seal(secrets('a secret of this installation'), 'tokens');
const text = '{"access":"ya29.a0AfH6SM"}';

test('sealed text can be opened, and reveals nothing while it is sealed', () => {
  const closed = seal.close(text, 'staff 1');
  expect(seal.open(closed, 'staff 1')).toBe(text);
  expect(closed.toString('latin1')).not.toContain('ya29');
});

test('the same text never looks the same when sealed', () => {
  expect(seal.close(text, 'staff 1')).not.toEqual(seal.close(text, 'staff 1'));
});

test('another owner, installation or purpose, or a changed byte, opens nothing', () => {
  const closed = seal.close(text, 'staff 1');
  expect(seal.open(closed, 'staff 2')).toBeUndefined();
  expect(new Seal(secrets('the secret of another'), 'tokens').open(closed, 'staff 1')).toBeUndefined();
  expect(new Seal(secrets('a secret of this installation'), 'codes').open(closed, 'staff 1')).toBeUndefined();
  for (const at of [0, 12, closed.length - 1]) {
    const changed = Buffer.from(closed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(seal.open(changed, 'staff 1')).toBeUndefined();
  }
  expect(seal.open(closed.subarray(0, 20), 'staff 1')).toBeUndefined();
});

test('what an older secret sealed is opened until that is retired, and renewed with the newest', () => {
  const closed = seal.close(text, 'staff 1');
  const rotated = new Seal(secrets('a new secret', 'a secret of this installation'), 'tokens');
  const retired = new Seal(secrets('a new secret'), 'tokens');
  expect(rotated.open(closed, 'staff 1')).toBe(text);
  const renewed = rotated.renew(closed, 'staff 1') ?? Buffer.alloc(0);
  expect(retired.open(renewed, 'staff 1')).toBe(text);
  expect(rotated.renew(renewed, 'staff 1')).toBeUndefined();
  expect(retired.open(closed, 'staff 1')).toBeUndefined();
  expect(retired.renew(closed, 'staff 1')).toBeUndefined();
});
