import { expect, test } from 'vitest';
import { chosenOf, partsOf } from './handover.rules.ts';

const rows = ['1', '2', '3'].map((id) => ({ id, title: id, href: '/' }));

test('the figure on the button is of what is sent, also where more belongs to somebody than is listed', () => {
  const kinds = [{ kind: 'release', count: 700, rows }];
  expect([chosenOf(kinds, new Map(), '5'), partsOf(kinds, new Map(), '5')]).toEqual([
    { given: 700, ended: 0 },
    [{ kind: 'release', to: 5 }],
  ]);
  const choices = new Map([['release', { left: new Set(['2']) }]]);
  expect([chosenOf(kinds, choices, '5'), partsOf(kinds, choices, '5')]).toEqual([
    { given: 2, ended: 0 },
    [{ kind: 'release', ids: ['1', '3'], to: 5 }],
  ]);
});
