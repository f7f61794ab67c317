import type { Calendar, CalendarEntry, CalendarPeriod } from '#kernel/desk/calendar.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ShownSetting } from './calendar.rules.ts';

/** An entry and where it comes from. */
export interface ListedEntry extends CalendarEntry {
  kind: string;
}

/** An entry on the screen: with what it sets that others set too. */
export interface ShownEntry extends Omit<ListedEntry, 'touches'> {
  sets: ShownSetting[];
}

// More of a kind than anybody reads for one period.
const most = 500;

/** The entries of a period in the order of their start, all kinds but the hidden ones; whether there are more. */
export async function readEntries(
  ctx: Context,
  { sources }: Calendar,
  period: CalendarPeriod,
  hidden: readonly string[] = [],
): Promise<{ entries: ListedEntry[]; isMore: boolean }> {
  const shown = sources.filter(({ kind }) => !hidden.includes(kind));
  const lists = await Promise.all(
    shown.map(async (source) => {
      const entries = await source.list(ctx, period, most + 1);
      return entries.map((entry) => ({ ...entry, kind: source.kind }));
    }),
  );
  return {
    entries: lists.flatMap((list) => list.slice(0, most)).toSorted((a, b) => a.start - b.start),
    isMore: lists.some((list) => list.length > most),
  };
}
