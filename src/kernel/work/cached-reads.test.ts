import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import { readHead } from './feed-positions.ts';
import { systemCaller } from './unit-of-work.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
});
afterAll(() => office.close());

let reads = 0;
/** The number of reads so far, as one request gets it that knows the head of the feed. */
async function readOnce({ kinds, head }: { kinds?: readonly string[]; head?: string } = {}) {
  const caller = { ...systemCaller('test'), head: head ?? (await readHead(office.db)) };
  const read = async () => ++reads;
  return office.work.read(caller, (ctx) => ctx.cached({ key: String(kinds), read, ...(kinds && { kinds }) }));
}
const change = (kind: string) => office.work.write(systemCaller('test'), async (ctx) => ctx.changed(kind));

describe('What a request reads that changes seldom', () => {
  test('is read again only after a change of its kinds', async () => {
    const first = await readOnce({ kinds: ['thing', 'other'] });
    expect(await readOnce({ kinds: ['thing', 'other'] })).toBe(first);
    await change('another');
    expect(await readOnce({ kinds: ['thing', 'other'] })).toBe(first);
    await change('other');
    expect(await readOnce({ kinds: ['thing', 'other'] })).toBe(first + 1);
  });

  test('is read again after any change, if it names no kinds', async () => {
    const first = await readOnce();
    expect(await readOnce()).toBe(first);
    await change('another');
    expect(await readOnce()).toBe(first + 1);
  });

  test('is not cached for a head that the feed has passed', async () => {
    const head = await readHead(office.db);
    await change('thing');
    const late = await readOnce({ kinds: ['thing'], head });
    expect(await readOnce({ kinds: ['thing'] })).toBe(late + 1);
  });

  test('is read by every write itself', async () => {
    const first = await readOnce();
    const written = office.work.write(systemCaller('test'), (ctx) =>
      ctx.cached({ key: 'undefined', read: async () => ++reads }),
    );
    expect(await written).toBe(first + 1);
  });

  test('fails without a trace if it cannot be read', async () => {
    const caller = { ...systemCaller('test'), head: await readHead(office.db) };
    const fail = async (): Promise<number> => {
      throw new Error('no');
    };
    const failing = (snapshot: boolean) =>
      office.work.read(caller, (ctx) => ctx.cached({ key: 'failing', read: fail }), { snapshot });
    for (const snapshot of [true, true, false]) await expect(failing(snapshot)).rejects.toThrow('no');
  });
});
