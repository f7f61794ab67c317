import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import type { Context } from '../work/context.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { type ReferenceFinder, References, requireUnused } from './references.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
});
afterAll(() => office.close());

const read = <T>(act: (ctx: Context) => Promise<T>) => office.work.read(systemCaller('test'), act);
const referring = (label: string) => ({ label, kind: 'collection.kind', href: `/collection/${label}` });

const finders: ReferenceFinder[] = [
  {
    of: 'book',
    reason: 'common.and_more',
    find: async (_ctx, ids) =>
      ids.includes('b1') ? { count: 12, first: [referring('Autumn'), referring('Winter')] } : { count: 0, first: [] },
    referenced: async (_ctx, ids) => ids.filter((id) => id === 'b1'),
    all: (_ctx, id) => `/collection?book=${id}`,
  },
  {
    of: 'book',
    find: async (_ctx, ids) =>
      ids.includes('b2') ? { count: 1, first: [referring('Roadmap')] } : { count: 0, first: [] },
    referenced: async (_ctx, ids) => ids.filter((id) => id === 'b2'),
  },
  { of: 'series', find: async () => ({ count: 5, first: [] }), referenced: async (_ctx, ids) => [...ids] },
];
const references = new References({ all: [{ kind: 'holder', references: finders }] });

describe('The holders of a record', () => {
  test('are asked of every feature that can hold it, and of no other', async () => {
    const { count, first } = await read((ctx) => references.find(ctx, 'book', ['b1', 'b2']));
    expect([count, first.map(({ label }) => label)]).toEqual([13, ['Autumn', 'Winter', 'Roadmap']]);
    expect(await read((ctx) => references.find(ctx, 'level', [1]))).toEqual({
      count: 0,
      first: [],
      reasons: [],
      refusals: [],
    });
  });

  test('say why they keep it, each in its own words', async () => {
    const { reasons } = await read((ctx) => references.find(ctx, 'book', ['b1', 'b2']));
    expect(reasons).toEqual(['and 12 more', 'collection.kind: Roadmap (1).']);
  });

  test('are shown by kind, with a list of all if there are more than are named', async () => {
    const shown = (id: string) => read((ctx) => references.shown(ctx, 'book', id));
    const none = { count: 0, first: [], all: null };
    const two = { count: 12, first: [referring('Autumn'), referring('Winter')], all: '/collection?book=b1' };
    expect(await shown('b1')).toEqual({ count: 12, kinds: [two, none] });
    expect(await shown('b2')).toEqual({
      count: 1,
      kinds: [none, { count: 1, first: [referring('Roadmap')], all: null }],
    });
  });

  test('are found for many at once, by every feature that can hold them', async () => {
    expect(await read((ctx) => references.referenced(ctx, 'book', ['b1', 'b2', 'b3']))).toEqual(new Set(['b1', 'b2']));
  });
});

describe('A record to be deleted', () => {
  test('stays while anything holds it, and the refusal names the holders', async () => {
    const removing = read((ctx) => requireUnused(ctx, references, 'book', 'b1', 'book.in_use'));
    await expect(removing).rejects.toMatchObject({
      status: 409,
      code: 'book.in_use',
      values: { count: 12, first: 'Autumn, Winter …' },
      options: { details: { count: 12, references: [referring('Autumn'), referring('Winter')] } },
    });
  });

  test('can be deleted when nothing holds it', async () => {
    await expect(read((ctx) => requireUnused(ctx, references, 'book', 'b3', 'book.in_use'))).resolves.toBeUndefined();
  });
});
