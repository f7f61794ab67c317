import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import type { Context } from '../work/context.ts';
import { type Caller, systemCaller } from '../work/unit-of-work.ts';
import { beginAct, storeEffects } from './acts.ts';
import { lastChange, requireFresh } from './stale.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
  office.clock.set('2026-03-02T15:30:00Z');
  await write('ada', (ctx) => ctx.audit({ entity: 'book', id: 7, action: 'book.updated' }));
  office.clock.set('2026-03-02T15:45:00Z');
  await write('grace', (ctx) => ctx.audit({ entity: 'book', id: 7, action: 'book.sorted' }));
  await write('bert', (ctx) => ctx.audit({ entity: 'book', id: 77, action: 'book.updated' }));
});
afterAll(() => office.close());

const caller = (staffId: string): Caller => ({
  actor: { staffIdx: 1, staffId, name: staffId, isAdmin: true, sessionId: '' },
  locale: 'ko',
  requestId: 'test',
});
const write = (who: string, act: (ctx: Context) => void) => office.work.write(caller(who), async (ctx) => act(ctx));
const read = <T>(act: (ctx: Context) => Promise<T>) => office.work.read(caller('ada'), act);

describe('A save over a record that somebody else saved meanwhile', () => {
  const save = (loaded: number | undefined, who = 'ada') =>
    office.work.read(caller(who), (ctx) =>
      requireFresh(ctx, { entity: 'book', id: 7, current: 3, loaded, record: { title: 'Now' } }),
    );

  test('is refused with who saved last, when in the office, and the current values', async () => {
    await expect(save(2)).rejects.toMatchObject({
      status: 409,
      code: 'error.stale',
      // 15:45 UTC is past midnight in Seoul.
      values: { name: 'grace', time: '2026. 3. 3. 오전 12:45' },
      options: { details: { name: 'grace', at: 1_772_466_300, version: 3, record: { title: 'Now' } } },
    });
  });

  test('tells the same person that it was in another tab', async () => {
    await expect(save(2)).rejects.toMatchObject({ values: { own: 'no' } });
    await expect(save(2, 'grace')).rejects.toMatchObject({ values: { own: 'yes' } });
  });

  test('is also refused over a version that never existed', async () => {
    await expect(save(4)).rejects.toMatchObject({ status: 409 });
  });

  test('is accepted with the current version, or without any', async () => {
    await expect(save(3)).resolves.toBeUndefined();
    await expect(save(undefined)).resolves.toBeUndefined();
  });
});

describe('The last change of a record', () => {
  test('may be an act on many, which has no audit row of the record; acts on its other parts do not count', async () => {
    const done = async (who: string, verb: string, before: object, after: object) =>
      office.work.write(caller(who), async (ctx) => {
        const act = await beginAct(ctx);
        const [had, has] = [before, after].map((side) => sql`${JSON.stringify(side)}::jsonb`);
        await storeEffects(act, 'novel', {
          from: sql`(values ('7')) as done (id)`,
          id: sql`id`,
          ...(had && { before: had }),
          ...(has && { after: has }),
        }).execute(ctx.db);
        ctx.audit({ entity: 'import', id: 1, action: `import.${verb}`, act });
      });
    await done('bob', 'applied', { title: 'Old' }, { title: 'New' });
    await done('carol', 'illustrated', {}, { cover: 'a.jpg' });
    const last = (fields: string[]) => read((ctx) => lastChange(ctx, { entity: 'novel', id: 7, fields }));
    expect(await last(['title'])).toEqual({ name: 'bob', at: 1_772_466_300 });
    expect((await last([])).name).toBe('carol');
  });

  test('is the last act on it, or the last of one kind', async () => {
    const last = await read((ctx) => lastChange(ctx, { entity: 'book', id: 7 }));
    const updated = await read((ctx) => lastChange(ctx, { entity: 'book', id: 7, action: 'book.updated' }));
    expect([last.name, updated]).toEqual(['grace', { name: 'ada', at: 1_772_465_400 }]);
  });

  test('is named as that of the system in the language of the reader, where nobody made it', async () => {
    await office.work.write(systemCaller('test'), async (ctx) =>
      ctx.audit({ entity: 'book', id: 9, action: 'book.updated' }),
    );
    expect((await read((ctx) => lastChange(ctx, { entity: 'book', id: 9 }))).name).toBe('시스템');
  });

  test('is shown as now, by nobody, where none is known', async () => {
    expect(await read((ctx) => lastChange(ctx, { entity: 'book', id: 8 }))).toEqual({ name: '—', at: 1_772_466_300 });
  });
});
