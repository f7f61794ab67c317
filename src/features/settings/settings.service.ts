import type { Context } from '#kernel/context.ts';
import type { Words } from '#kernel/i18n/messages.ts';
import { getSettings, type Setting, type Settings, saveSetting } from '#kernel/settings.ts';
import { settingsMessages } from './settings.messages.ts';

/** One setting as the page shows it. */
export interface SettingRow {
  key: string;
  control: Setting<unknown>['control'];
  label: string;
  help: string;
  value: unknown;
}

export async function listSettings(ctx: Context, settings: Settings): Promise<SettingRow[]> {
  const values = await getSettings(ctx, settings.all());
  const t = ctx.translate<Words>();
  return settings.all().map(({ key, control, label, help }) => ({
    key,
    control,
    label: t(label),
    help: t(help),
    value: values.get(key),
  }));
}

export async function changeSetting(ctx: Context, settings: Settings, key: string, value: unknown): Promise<void> {
  const setting = settings.find(key);
  if (!setting) throw settingsMessages.error(404, 'settings.not_found');
  const parsed = setting.schema.safeParse(value);
  if (!parsed.success) throw settingsMessages.errorWith(400, 'settings.wrong_value', { field: 'value' });
  await saveSetting(ctx, setting, parsed.data);
}
