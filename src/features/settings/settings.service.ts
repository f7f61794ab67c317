import { z } from 'zod';
import {
  type Control,
  getSettings,
  type SettingGroup,
  type Settings,
  saveSetting,
  settingEntity,
  settingGroups,
} from '#kernel/desk/settings.ts';
import { InputError } from '#kernel/http/error-answers.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { Words } from '#kernel/messages/messages.ts';
import { trailVersions } from '#kernel/records/stale.ts';
import type { WholeBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { settingsMessages } from './settings.messages.ts';

/** One setting as shown on the page. */
export interface SettingRow {
  key: string;
  group: SettingGroup;
  /** Its choices are named in the reader's language. */
  control: Control;
  label: string;
  help: string;
  value: unknown;
  version: number;
}

export async function listSettings(ctx: Context, settings: Settings): Promise<SettingRow[]> {
  const values = await getSettings(ctx, settings.all());
  const keys = settings.all().map(({ key }) => key);
  const versions = await trailVersions(ctx, settingEntity, keys);
  const t = ctx.translate<Words>();
  const inOrder = settings.all().toSorted((a, b) => settingGroups.indexOf(a.group) - settingGroups.indexOf(b.group));
  return inOrder.map(({ key, group, control, label, help }) => ({
    key,
    group,
    control: named(control, t),
    label: t(label),
    help: t(help),
    value: values.get(key),
    version: versions.get(key) ?? 0,
  }));
}

export async function changeSetting(
  ctx: Context,
  settings: Settings,
  key: string,
  { value, version }: { value?: unknown; version?: number | undefined },
): Promise<void> {
  const setting = settings.find(key);
  if (!setting) throw settingsMessages.error(404, 'settings.not_found');
  // Wrapped under the name used in the call, so that errors name their field: `value`, or `value.3` in a list.
  const parsed = z.object({ value: setting.schema }).safeParse({ value }, { reportInput: true });
  if (!parsed.success) throw new InputError(parsed.error.issues);
  await saveSetting(ctx, setting, parsed.data.value, version);
}

/** A setting is what it was, unless somebody has changed it since. */
export const settingBack = (settings: Settings): WholeBack => ({
  former: ({ before }) => before,
  require: async (_, key) => {
    if (!settings.find(key)) throw commonMessages.error(409, 'undo.impossible');
  },
  whole: (ctx, key, value) => changeSetting(ctx, settings, key, { value }),
});

function named(control: Control, t: (key: string) => string): Control {
  if (control.kind !== 'choice') return control;
  return { ...control, choices: control.choices.map(({ value, label }) => ({ value, label: t(label) })) };
}
