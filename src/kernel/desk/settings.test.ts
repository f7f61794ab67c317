import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startWork, type TestWork } from '#test/work.ts';
import type { Context } from '../work/context.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { getSetting, getSettings, type Setting, Settings, saveSetting, switchSetting } from './settings.ts';

const common = { group: 'staff', label: 'x.label', help: 'x.help' } as const;
const strict = switchSetting({ ...common, key: 'x.strict', initial: true });
const optional: Setting<boolean | undefined> = {
  ...common,
  key: 'x.optional',
  schema: z.boolean().optional(),
  initial: true,
  control: { kind: 'switch' },
};

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
});
beforeEach(() => office.db.deleteFrom('setting').execute());
afterAll(() => office.close());

const read = <T>(act: (ctx: Context) => Promise<T>) => office.work.read(systemCaller('test'), act);
const save = (value: boolean) => office.work.write(systemCaller('test'), (ctx) => saveSetting(ctx, strict, value));
const audit = () => office.db.selectFrom('audit').select(['action', 'before', 'after']).orderBy('audit_idx').execute();

describe('A setting', () => {
  test('has its initial value until it is changed', async () => {
    expect(await read((ctx) => getSetting(ctx, strict))).toBe(true);
    expect(await read((ctx) => getSetting(ctx, optional))).toBe(true);
  });

  test('is stored with who changed it, and from what; storing the same value leaves no trace', async () => {
    await save(true);
    expect(await audit()).toEqual([]);
    await Promise.all([save(false), save(false), save(false)]);
    expect(await read((ctx) => getSetting(ctx, strict))).toBe(false);
    expect(await audit()).toEqual([{ action: 'setting.updated', before: true, after: false }]);
    expect(await office.db.selectFrom('change').select(['kind', 'id']).execute()).toEqual([
      { kind: 'setting', id: 'x.strict' },
    ]);
  });

  test('of an older release that no longer fits its schema counts as unchanged', async () => {
    await office.db.insertInto('setting').values({ key: 'x.strict', value: '"yes"' }).execute();
    expect(await read((ctx) => getSetting(ctx, strict))).toBe(true);
    expect(await read((ctx) => getSettings(ctx, [strict, optional]))).toEqual(
      new Map([
        ['x.strict', true],
        ['x.optional', true],
      ]),
    );
  });

  test('is found by its key, in the order of the features', () => {
    const settings = new Settings();
    settings.add(optional);
    settings.add(strict);
    expect([settings.find('x.strict'), settings.find('y'), settings.all()]).toEqual([
      strict,
      undefined,
      [optional, strict],
    ]);
  });
});
