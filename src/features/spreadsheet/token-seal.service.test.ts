import { expect, test } from 'vitest';
import { TokenSeal } from './token-seal.service.ts';

const seal = new TokenSeal('a secret of this installation');
const text = '{"access":"ya29.a0AfH6SM"}';

test('what is closed can be opened, and shows nothing of itself while it is closed', () => {
  const closed = seal.close(text, 1);
  expect(seal.open(closed, 1)).toBe(text);
  expect(closed.toString('latin1')).not.toContain('ya29');
});

test('the same text never looks the same', () => {
  expect(seal.close(text, 1)).not.toEqual(seal.close(text, 1));
});

test('another account, another installation or a changed byte opens nothing', () => {
  const closed = seal.close(text, 1);
  expect(seal.open(closed, 2)).toBeUndefined();
  expect(new TokenSeal('the secret of another').open(closed, 1)).toBeUndefined();
  for (const at of [0, 12, closed.length - 1]) {
    const changed = Buffer.from(closed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(seal.open(changed, 1)).toBeUndefined();
  }
  expect(seal.open(closed.subarray(0, 20), 1)).toBeUndefined();
});
