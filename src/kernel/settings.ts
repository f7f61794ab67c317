import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from './context.ts';

/** One setting staff can change: its key, its shape, what holds until it is changed, and how /settings shows it. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly initial: T;
  readonly control: 'switch';
  /** Message keys of its name and of what it does. */
  readonly label: string;
  readonly help: string;
}

export const defineSetting = <T>(setting: Setting<T>): Setting<T> => setting;

/** The register of the settings that /settings shows, in the order of the features. */
export class Settings {
  private readonly known = new Map<string, Setting<unknown>>();

  add(setting: Setting<unknown>): void {
    this.known.set(setting.key, setting);
  }

  find(key: string): Setting<unknown> | undefined {
    return this.known.get(key);
  }

  all(): readonly Setting<unknown>[] {
    return [...this.known.values()];
  }
}

/** The value in force: the stored one, or the initial one where nothing that fits is stored. */
export async function getSetting<T>(ctx: Context, setting: Setting<T>): Promise<T> {
  const row = await ctx.db.selectFrom('setting').select('value').where('key', '=', setting.key).executeTakeFirst();
  return inForce(setting, row?.value);
}

/** The values in force of several settings, by key. */
export async function getSettings(ctx: Context, settings: readonly Setting<unknown>[]): Promise<Map<string, unknown>> {
  const rows = await ctx.db.selectFrom('setting').select(['key', 'value']).execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return new Map(settings.map((setting) => [setting.key, inForce(setting, stored.get(setting.key))]));
}

function inForce<T>(setting: Setting<T>, stored: unknown): T {
  if (stored === undefined) return setting.initial;
  const parsed = setting.schema.safeParse(stored);
  return parsed.success ? parsed.data : setting.initial;
}

/** Stores a setting with its audit row; storing what holds already leaves no trace. */
export async function saveSetting<T>(ctx: Context, setting: Setting<T>, value: T): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${setting.key}`}, 0))`.execute(ctx.db);
  const before = await getSetting(ctx, setting);
  const stored = JSON.stringify(value);
  if (stored === JSON.stringify(before)) return;
  await ctx.db
    .insertInto('setting')
    .values({ key: setting.key, value: stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
    .execute();
  ctx.audit({ entity: 'setting', id: setting.key, action: 'setting.updated', before, after: value });
  ctx.changed('setting', setting.key);
}
