import { describe, expect, test } from 'vitest';
import { menuGroups } from '#kernel/http/page-frame.rules.ts';
import { features } from '#src/features.ts';

const labels = Object.assign({}, ...features.map(({ messages }) => messages?.catalogues.en ?? {}));
const entries = features
  .flatMap(({ menu = [] }) => (typeof menu === 'function' ? [] : menu))
  .filter(({ group }) => group !== 'user');

describe('The side menu', () => {
  test('has each label of the specification in a group', () => {
    const shown = entries.filter(({ group }) => menuGroups.some((one) => one === group)).map(({ key }) => labels[key]);
    const wanted = ['Library', 'Category', 'Series', 'Collection', 'Target group', 'Promotion Coupons'];
    const codes = ['Coupon generator', 'Redeem coupon', 'Coupon Generator History', 'Distributor purchase'];
    const states = ['Issued code', 'Active code', 'Expired code', 'Schedule changes', 'Series Guide'];
    const reports = ['Registered collection', 'Registered book', 'All books', 'All coupons', 'Platform Report'];
    expect(shown).toEqual(expect.arrayContaining([...wanted, ...codes, ...states, ...reports]));
  });

  test.each(['icon', 'letter'] as const)('has another %s for each entry', (of) => {
    const used = entries.map((entry) => entry[of]);
    expect(used).not.toContain(undefined);
    expect(new Set(used).size).toBe(entries.length);
  });
});
