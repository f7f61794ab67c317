import { describe, expect, test } from 'vitest';
import { Momentary } from './momentary.ts';

const counting = () => {
  let count = 0;
  return async () => ++count;
};

describe('A value that may be a moment old', () => {
  test('is read once for all who ask within the moment', async () => {
    const value = new Momentary<number>(60_000);
    const read = counting();
    expect(await Promise.all([value.get(read), value.get(read)])).toEqual([1, 1]);
    expect(await value.get(read)).toBe(1);
  });

  test('is read again after it', async () => {
    const value = new Momentary<number>(0);
    const read = counting();
    expect([await value.get(read), await value.get(read)]).toEqual([1, 2]);
  });

  test('is shared while it is read, however long that takes', async () => {
    const value = new Momentary<number>(0);
    const { promise, resolve } = Promise.withResolvers<number>();
    const answers = [value.get(() => promise), value.get(() => Promise.resolve(2))];
    resolve(1);
    expect(await Promise.all(answers)).toEqual([1, 1]);
  });

  test('that could not be read is read anew', async () => {
    const value = new Momentary<number>(60_000);
    await expect(value.get(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await value.get(async () => 1)).toBe(1);
  });
});
