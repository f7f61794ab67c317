import { expect, test } from 'vitest';
import { parseRange, stretchOf } from './sheet-range.rules.ts';

test('a range is a first row and two columns', () => {
  expect(parseRange('A2:AM')).toEqual({ from: 'A', to: 'AM', firstRow: 2, columns: 39 });
  expect(parseRange('C10:D')).toEqual({ from: 'C', to: 'D', firstRow: 10, columns: 2 });
});

test.each(['', 'A2', 'A:AM', 'A0:D', 'a2:d', "A2:D'!A1:Z9"])('anything else is not a range: %s', (text) => {
  expect(() => parseRange(text)).toThrow(RangeError);
});

test('a block of it names its sheet in the form of the API, with quotation marks escaped', () => {
  expect(stretchOf('ISBN Meta', parseRange('A2:AM'), 5002, 6000)).toBe("'ISBN Meta'!A5002:AM6000");
  expect(stretchOf("Ada's", parseRange('A2:D'), 2, 3)).toBe("'Ada''s'!A2:D3");
});
