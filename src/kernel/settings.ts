import type { z } from 'zod';
import type { Context } from './context.ts';

/** One setting staff can change: its key, its shape and what holds until it is changed. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly initial: T;
}

export const defineSetting = <T>(setting: Setting<T>): Setting<T> => setting;

export async function getSetting<T>(ctx: Context, setting: Setting<T>): Promise<T> {
  const row = await ctx.db.selectFrom('setting').select('value').where('key', '=', setting.key).executeTakeFirst();
  return row ? setting.schema.parse(row.value) : setting.initial;
}

/** Stores a setting with its audit row. */
export async function saveSetting<T>(ctx: Context, setting: Setting<T>, value: T): Promise<void> {
  const before = await getSetting(ctx, setting);
  const stored = JSON.stringify(value);
  await ctx.db
    .insertInto('setting')
    .values({ key: setting.key, value: stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
    .execute();
  ctx.audit({ entity: 'setting', id: setting.key, action: 'setting.updated', before, after: value });
  ctx.changed('setting', setting.key);
}
