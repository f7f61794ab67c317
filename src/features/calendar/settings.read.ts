import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { showChanges } from '#kernel/changesets/shown-changes.ts';
import { type Calendar, type CalendarSetting, touchOf } from '#kernel/desk/calendar.ts';
import type { Records } from '#kernel/records/records.ts';
import { cutText } from '#kernel/text/cut-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { keyOf, type ShownSetting } from './calendar.rules.ts';
import type { ListedEntry, ShownEntry } from './entries.read.ts';

interface Kernel {
  calendar: Calendar;
  changeSets: ChangeSets;
  records: Records;
}

/** The entries with what they set that others of them set too, since only those can overlap. */
export async function withSettings(
  ctx: Context,
  kernel: Kernel,
  entries: readonly ListedEntry[],
): Promise<ShownEntry[]> {
  const every = entries.flatMap(({ touches = [] }) => touches);
  const counts = Map.groupBy(every, (touch) => touch);
  const shared = [...counts].flatMap(([touch, all]) => (all.length > 1 ? [touch] : []));
  const settings = shared.length > 0 ? await readSettings(ctx, kernel, entries, shared) : [];
  const shown = await showSettings(
    ctx,
    kernel,
    settings.map(({ setting }) => setting),
  );
  const byEntry = Map.groupBy(
    settings.map(({ entry }, nth) => ({ entry, shown: shown[nth] })),
    ({ entry }) => entry,
  );
  return entries.map(({ touches: _touches, ...entry }) => ({
    ...entry,
    sets: (byEntry.get(keyOf(entry)) ?? []).flatMap((one) => one.shown ?? []),
  }));
}

async function readSettings(
  ctx: Context,
  { calendar }: Kernel,
  entries: readonly ListedEntry[],
  shared: readonly string[],
): Promise<{ entry: string; setting: CalendarSetting }[]> {
  const isShared = new Set(shared);
  const sharing = entries.filter(({ touches }) => touches?.some((touch) => isShared.has(touch)));
  const found = await Promise.all(
    calendar.sources.map(async (source) => {
      const { kind } = source;
      const ids = sharing.flatMap((entry) => (entry.kind === kind ? [entry.id] : []));
      const settings = (ids.length > 0 && (await source.sets?.(ctx, ids, shared))) || [];
      return settings.map((setting) => ({ entry: keyOf({ kind, id: setting.entry }), setting }));
    }),
  );
  return found.flat();
}

/** Each setting in words, in the given order. */
async function showSettings(
  ctx: Context,
  { changeSets: { kinds }, records }: Kernel,
  settings: readonly CalendarSetting[],
): Promise<ShownSetting[]> {
  const shown = await showChanges(ctx, { kinds, records }, settings);
  return settings.map((setting, nth) => {
    const { title = setting.id, fields: changed = [] } = shown[nth] ?? {};
    const [only] = changed.length === 1 ? changed : [];
    const label = only?.label ?? ctx.text(kinds.of(setting.kind)?.label ?? '');
    // An item of a list, such as a word, has a label of its own.
    const value = only?.after ?? changed.map((field) => `${field.label} ${field.after}`).join(', ');
    return {
      touch: touchOf(setting.kind, setting.id, Object.keys(setting.fields)[0] ?? ''),
      field: `${title} · ${label}`,
      value: value === '' ? '—' : cutText(value, longestValue),
    };
  });
}

// Enough to tell values apart. Characters.
const longestValue = 80;
