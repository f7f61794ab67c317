import type { SetFields } from '../changesets/kinds.ts';
import type { Context } from '../work/context.ts';

/** What saves an entry at another time: the call of its own feature, and the fields that hold its times in seconds. */
interface CalendarMove {
  path: string;
  times: Readonly<Record<string, number>>;
  version: number;
}

/** What stands in the calendar, in the reader's language. Nothing in it may be secret: subscribers see it too. */
export interface CalendarEntry {
  /** Stable and unique among the entries of its source. */
  id: string;
  title: string;
  /** What a sentence calls it, if not by its title. */
  called?: string;
  line: string;
  /** What subscribers get in place of the line, if that also changes while the version stays. */
  description?: string;
  href: string;
  /** In seconds; the end is exclusive, and the same as the start for a moment. */
  start: number;
  end: number;
  /** Whether it concerns the whole day, so that it has no time of day. */
  isDay?: boolean;
  /** When it last changed. */
  changed: number;
  /** Rises with each change, so that subscribers know the newer of two copies. */
  version: number;
  /** Not decided yet, still to come, over, or stopped by something. */
  state: 'draft' | 'ahead' | 'done' | 'problem';
  /** What it sets, see `touchOf`: two entries still to come that set the same overlap if one moves onto or past the other. */
  touches?: readonly string[];
  /** Absent if it stays where it is. */
  move?: CalendarMove;
}

/** What tells a field from all others that entries set. */
export const touchOf = (kind: string, id: string, field: string): string => `${kind} ${id} ${field}`;

/** A field that an entry sets, and its value, named as releases name them. */
export interface CalendarSetting extends SetFields {
  entry: string;
  kind: string;
}

/** A period in seconds; the end is exclusive. */
export interface CalendarPeriod {
  since: number;
  until: number;
}

/** A kind of entry, declared by the feature that has them. */
export interface CalendarSource {
  kind: string;
  /** The message key of its name in the legend. */
  label: string;
  drawing: 'fill' | 'edge' | 'bar' | 'outline' | 'figure';
  /** The entities whose changes change its entries. */
  follows: readonly string[];
  /** The entries that touch a period, the first `limit` of them. */
  list(ctx: Context, period: CalendarPeriod, limit: number): Promise<CalendarEntry[]>;
  /** The values of what its entries set, one field each; those of these `touches` at least. */
  sets?(ctx: Context, entries: readonly string[], touches: readonly string[]): Promise<CalendarSetting[]>;
  /** What a click on a day makes: its label, the key for it, its icon, and its form, which takes `?day=`. */
  create?: { label: string; key: string; icon: string; href: string };
}

/** The registry behind the calendar: features add what they have on days. */
export class Calendar {
  readonly sources: CalendarSource[] = [];

  add(source: CalendarSource): void {
    this.sources.push(source);
  }
}
