import { expect, test } from 'vitest';
import { pagesAround } from './pages.rules.ts';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 94, [1, 2, null, 94]],
  [4, 94, [1, 2, 3, 4, 5, null, 94]],
  [50, 94, [1, null, 49, 50, 51, null, 94]],
  [94, 94, [1, null, 93, 94]],
])(
  'page %i of %i links to its neighbours, the first and the last; a gap stands for more than one',
  (page, last, shown) => {
    expect(pagesAround(page, last)).toEqual(shown);
  },
);
