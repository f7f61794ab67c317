import { describe, expect, test } from 'vitest';
import { applyEdits, editableIn } from './editable.rules.ts';

const edited = (
  body: object,
  changes: Parameters<typeof editableIn>[1],
  edits: Partial<Parameters<typeof applyEdits>[1]>,
) => {
  const copy = structuredClone(body);
  return applyEdits(editableIn(copy, changes), { left: [], values: [], ...edits }) ? copy : undefined;
};
const book = (name: string, before: unknown = {}, after: unknown = {}) => ({
  entity: 'book',
  before,
  after,
  names: [name],
});

describe('The call of a proposal', () => {
  test('goes without a record that a list of it names', () => {
    const body = { bids: ['B1', 'B2'] };
    expect(edited(body, [book('B1'), book('B2')], { left: [{ change: 1 }] })).toEqual({ bids: ['B1'] });
    const rows = { add: [{ content_idx: 4 }, { content_idx: 5 }] };
    expect(edited(rows, [book('4'), book('5')], { left: [{ change: 0 }] })).toEqual({ add: [{ content_idx: 5 }] });
  });

  test('excepts a record from all that match a filter', () => {
    const body = { selection: { filter: {}, except: ['B9'] } };
    const left = [{ change: 0 }, { change: 1 }];
    expect(edited(body, [book('B1'), book('B2')], { left })).toEqual({
      selection: { filter: {}, except: ['B9', 'B1', 'B2'] },
    });
  });

  test('gives a field another value only where it gives the very value that the plan shows, once', () => {
    const change = book('B1', { title: 'Old' }, { title: 'New' });
    const values = [{ change: 0, path: ['title'], value: 'Newer' }];
    expect(edited({ title: 'New', version: 3 }, [change], { values })).toEqual({ title: 'Newer', version: 3 });
    expect(edited({ title: 'Other' }, [change], { values })).toBeUndefined();
    expect(edited({ title: 'New', of: { title: 'New' } }, [change], { values })).toBeUndefined();
  });

  test('gives the price of one currency another amount', () => {
    const change = book(
      'C1',
      { prices: {} },
      {
        prices: [
          { currency: 'KRW', price: '9900' },
          { currency: 'USD', price: '9' },
        ],
      },
    );
    const body = {
      prices: [
        { currency: 'KRW', price: '9900' },
        { currency: 'USD', price: '9' },
      ],
    };
    const values = [{ change: 0, path: ['prices', '1', 'price'], value: '9500' }];
    expect(edited(body, [change], { values })).toEqual({
      prices: [
        { currency: 'KRW', price: '9500' },
        { currency: 'USD', price: '9' },
      ],
    });
  });

  test('goes without items of a list that the plan shows in one line', () => {
    const added = { ...book('C1', null, { count: 2, items: ['book:4', 'series:5'] }), entity: 'collection' };
    const items = [
      { content_type: 'book', content_idx: 4 },
      { content_type: 'series', content_idx: 5 },
    ];
    const left = [{ change: 0, path: ['items', '1'] }];
    expect(edited({ add: items, reason: 'x' }, [added], { left })).toEqual({ add: items.slice(1), reason: 'x' });
    const moved = book('R1', { row: 0 }, { books: ['B1', 'B2', 'B3'], row: 1 });
    const both = [1, 3].map((at) => ({ change: 0, path: ['books', String(at)] }));
    expect(edited({ bids: ['B1', 'B2', 'B3'] }, [moved], { left: both })).toEqual({ bids: ['B2'] });
    const twice = [both[0], both[0]].flatMap((one) => one ?? []);
    expect(edited({ bids: ['B1', 'B2', 'B3'] }, [moved], { left: twice })).toEqual({ bids: ['B2', 'B3'] });
    const values = [{ change: 0, path: ['books', '1'], value: 'B9' }];
    expect(edited({ bids: ['B1', 'B2', 'B3'] }, [moved], { values })).toBeUndefined();
    expect(edited({ bids: ['B1', 'B1', 'B2', 'B3'] }, [moved], { left: both })).toBeUndefined();
  });

  test('is not edited where a name stands for several things, or the figures of an act are meant', () => {
    expect(edited({ bids: ['B1'], others: ['B1'] }, [book('B1')], { left: [{ change: 0 }] })).toBeUndefined();
    const act = { entity: 'book_act', before: null, after: { count: 2 }, names: ['7'] };
    expect(edited({ ids: ['7'], count: 2 }, [act], { left: [{ change: 0 }] })).toBeUndefined();
    expect(edited({ count: 2 }, [act], { values: [{ change: 0, path: ['count'], value: 3 }] })).toBeUndefined();
  });

  test('takes out nothing else where two changes are of one element', () => {
    const body = { bids: ['B1', 'B2', 'B3'] };
    const left = [{ change: 0 }, { change: 1 }];
    expect(edited(body, [book('B1'), book('B1')], { left })).toEqual({ bids: ['B2', 'B3'] });
  });
});
