import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { requireFresh, trailVersion } from '../records/stale.ts';
import type { Context } from '../work/context.ts';

/** The type of a setting: its control on /settings, and its valid values. */
export type Control =
  | { kind: 'switch' }
  | { kind: 'number'; min: number; max: number; whole: boolean }
  | { kind: 'text'; max: number }
  /** `count` texts, or without it up to `most`; each of 1 to `max` characters. */
  | { kind: 'texts'; max: number; count?: number; most: number }
  /** Each value, with the message key of its label. */
  | { kind: 'choice'; choices: readonly { value: string; label: string }[] }
  /** Several values that are set on a page of their own. */
  | { kind: 'page'; href: string };

type ControlOf<K extends Control['kind']> = Omit<Extract<Control, { kind: K }>, 'kind'>;

/** The parts of /settings, in order. */
export const settingGroups = ['catalogue', 'codes', 'portal', 'staff', 'retention'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** What all settings have in common; `label` and `help` are message keys of name and description. */
interface About<T> {
  readonly key: string;
  readonly group: SettingGroup;
  /** The default value. */
  readonly initial: T;
  readonly label: string;
  readonly help: string;
}

/** A setting staff can change. Created by the function of its type. */
export interface Setting<T> extends About<T> {
  readonly schema: z.ZodType<T>;
  readonly control: Control;
  /**
   * Takes what must not be read again out of a given value, such as a secret, and stores it apart; returns the rest, which
   * is the setting's value. Runs in the transaction that saves it, and may refuse the value.
   */
  sealed?(ctx: Context, value: T): Promise<T>;
}

/** A setting that is on or off. */
export const switchSetting = (about: About<boolean>): Setting<boolean> => ({
  ...about,
  schema: z.boolean(),
  control: { kind: 'switch' },
});

/** A number within these inclusive bounds. */
export function numberSetting({ min, max, whole, ...about }: About<number> & ControlOf<'number'>): Setting<number> {
  const number = whole ? z.int() : z.number();
  return { ...about, schema: number.min(min).max(max), control: { kind: 'number', min, max, whole } };
}

const line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}]*$/u, 'invalid.characters');

/** One line of at most `max` characters; it may be empty. */
export const textSetting = ({ max, ...about }: About<string> & ControlOf<'text'>): Setting<string> => ({
  ...about,
  schema: line.max(max),
  control: { kind: 'text', max },
});

/** A list of lines, of fixed or variable length. */
export function textsSetting({
  max,
  ...given
}: About<string[]> & { max: number } & ({ count: number } | { most: number })): Setting<string[]> {
  const { key, group, initial, label, help } = given;
  const about = { key, group, initial, label, help };
  const texts = z.array(line.min(1).max(max));
  return 'count' in given
    ? {
        ...about,
        schema: texts.min(given.count).max(given.count),
        control: { kind: 'texts', max, count: given.count, most: given.count },
      }
    : { ...about, schema: texts.max(given.most), control: { kind: 'texts', max, most: given.most } };
}

/** One of several values. */
export const choiceSetting = <T extends string>({
  choices,
  ...about
}: About<T> & { choices: readonly { value: T; label: string }[] }): Setting<T> => ({
  ...about,
  schema: z.enum(choices.map(({ value }) => value)),
  control: { kind: 'choice', choices },
});

/** The registry of the settings shown on /settings, in feature order. */
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

/** The current value: the stored one, or the default if nothing valid is stored. */
export async function getSetting<T>(ctx: Context, setting: Setting<T>): Promise<T> {
  return inForce(setting, (await storedSettings(ctx)).get(setting.key));
}

/** The current value as SQL, for statements that return it consistently with other data. */
export const settingValue = <T>({ key, initial }: Setting<T>): RawBuilder<T> =>
  sql`coalesce((select value from setting where key = ${key}), ${JSON.stringify(initial)}::jsonb)`;

/** The current values of several settings, by key. */
export async function getSettings(ctx: Context, settings: readonly Setting<unknown>[]): Promise<Map<string, unknown>> {
  const stored = await storedSettings(ctx);
  return new Map(settings.map((setting) => [setting.key, inForce(setting, stored.get(setting.key))]));
}

/** All of them, since they are few and cached together. */
const storedSettings = (ctx: Context): Promise<Map<string, unknown>> =>
  ctx.cached({
    key: 'settings',
    kinds: [settingEntity],
    read: async () => {
      const rows = await ctx.db.selectFrom('setting').select(['key', 'value']).execute();
      return new Map(rows.map(({ key, value }) => [key, value]));
    },
  });

function inForce<T>(setting: Setting<T>, stored: unknown): T {
  if (stored === undefined) return setting.initial;
  const parsed = setting.schema.safeParse(stored);
  return parsed.success ? parsed.data : setting.initial;
}

/** The entity of a setting's audit rows, whose id is its key. */
export const settingEntity = 'setting';

/**
 * Stores a setting with its audit row; storing the current value does nothing. Throws 409 if `loaded`, the number of
 * the last row of its trail, is out of date.
 */
export async function saveSetting<T>(ctx: Context, setting: Setting<T>, given: T, loaded?: number): Promise<void> {
  const { key } = setting;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`.execute(ctx.db);
  const before = await getSetting(ctx, setting);
  const current = await trailVersion(ctx, settingEntity, key);
  await requireFresh(ctx, { entity: settingEntity, id: key, current, loaded, record: { value: before } });
  const value = setting.sealed ? await setting.sealed(ctx, given) : given;
  const stored = JSON.stringify(value);
  if (stored === JSON.stringify(before)) return;
  await ctx.db
    .insertInto('setting')
    .values({ key, value: stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
    .execute();
  ctx.audit({ entity: settingEntity, id: key, action: 'setting.updated', before, after: value });
  ctx.changed(settingEntity, key);
}
