import { expect, test } from 'vitest';
import { chosenOf, partsOf } from './handover.rules.ts';

const rows = ['1', '2', '3'].map((id) => ({ id, title: id, href: '/' }));

test('the figure on the button is of what is sent, also where more belongs to somebody than is listed', () => {
  const kinds = [{ kind: 'release', count: 700, rows, can_give: true }];
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

test('what nobody can take over ends with everything, and is left while nobody is chosen', () => {
  const kinds = [{ kind: 'api_key.own', count: 2, rows: rows.slice(0, 2), can_give: false }];
  expect(partsOf(kinds, new Map(), '')).toEqual([]);
  expect([chosenOf(kinds, new Map(), '5'), partsOf(kinds, new Map(), '5')]).toEqual([
    { given: 0, ended: 2 },
    [{ kind: 'api_key.own', end: true }],
  ]);
});
