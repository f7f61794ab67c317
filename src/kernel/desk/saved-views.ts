import { sql } from 'kysely';
import { feedHead } from '../changes/newest-change.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import { type StaffActor, staffOf } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import type { Counter } from './cached-counts.ts';

/** A view of a list that a user has saved. */
export interface SavedView {
  view_idx: number;
  name: string;
  /** The filters and sort order, as in the URL. */
  query: Record<string, string>;
  /** Whose view it is, if a colleague has shared it with the caller. */
  by: string | null;
  /** It stands in the caller's menu. */
  inMenu: boolean;
  /** How many rows it had when the caller last opened it. */
  looked: number | null;
}

/** A view offered by the product itself. */
interface OwnView {
  /** The message key of its name. */
  label: string;
  query: Record<string, string>;
}

export interface ViewedList {
  /** Those of the product beside that of everything. */
  builtIn?: readonly OwnView[];
  /** Counts the rows a view shows, up to a limit. */
  count?: (ctx: Context, query: Record<string, string>) => Promise<number>;
  /** The kinds of records whose changes can alter the counts. */
  kinds?: readonly string[];
  /** The counts also alter as time passes, as codes expire. */
  altersByItself?: true;
}

/** The counts of a list's views, by filters, and the state of the library that they are of. */
interface CachedViewCounts {
  moment: string;
  counts: Map<string, number>;
}

// Views are counted until this much time has passed; the others have no count this time. Milliseconds.
const countingMs = 500;

/** A view as its list shows it. */
interface ShownView {
  name: string;
  query: Record<string, string>;
  count?: number | undefined;
}

/** The views of a list: the product's and those of the caller. */
export interface ShownViews {
  builtIn: ShownView[];
  saved: (ShownView & SavedView)[];
}

// How often counts that alter by themselves are taken again for a menu. Seconds.
const alteredAfter = 60;

/** The registry of lists whose filters and order can be saved as views, by URL. */
export class SavedViews {
  private readonly lists = new Map<string, ViewedList>();
  private readonly cached = new Map<string, CachedViewCounts>();

  add(list: string, viewed: ViewedList): void {
    this.lists.set(list, viewed);
  }

  has(list: string): boolean {
    return this.lists.has(list);
  }

  /** What counts the rows of a view in the background, under a key; undefined if its list is not counted. */
  counterOf(list: string, query: Record<string, string>): (Counter & { key: string }) | undefined {
    const { count, kinds = [], altersByItself } = this.lists.get(list) ?? {};
    if (!count) return undefined;
    const filters = filtersOf(query);
    const altersAt = async (ctx: Context) => inSeconds(ctx.now) + alteredAfter;
    return {
      key: `view ${list} ${keyOf(filters)}`,
      kinds,
      count: (ctx) => count(ctx, filters),
      ...(altersByItself && { altersAt }),
    };
  }

  /** The views a list shows as tabs, counted in the caller's snapshot, like the rows beside them. */
  async of(ctx: Context, list: string): Promise<ShownViews> {
    const { builtIn = [], count } = this.lists.get(list) ?? {};
    const everything = { label: 'common.all', query: {} };
    const saved = await listSavedViews(ctx, list);
    const counts = await this.countsNow(ctx, list);
    const begun = performance.now();
    const counted = async (query: Record<string, string>) => {
      const filters = filtersOf(query);
      if (!count || Object.keys(filters).length === 0) return {};
      const key = keyOf(filters);
      if (!counts.has(key) && performance.now() - begun < countingMs) counts.set(key, await count(ctx, filters));
      return { count: counts.get(key) };
    };
    const shown: ShownViews = { builtIn: [], saved: [] };
    for (const { label, query } of this.has(list) ? [everything, ...builtIn] : [])
      shown.builtIn.push({ name: ctx.text(label), query, ...(await counted(query)) });
    for (const view of saved) shown.saved.push({ ...view, ...(await counted(view.query)) });
    return shown;
  }

  /** The counts already known of the library as the caller sees it; what the caller adds to them is cached. */
  private async countsNow(ctx: Context, list: string): Promise<Map<string, number>> {
    const { rows } = await sql<{ head: string }>`select ${feedHead} as head`.execute(ctx.db);
    const second = this.lists.get(list)?.altersByItself ? inSeconds(ctx.now) : '';
    const moment = `${rows[0]?.head} ${second}`;
    const cached = this.cached.get(list);
    if (cached?.moment === moment) return cached.counts;
    const counts = new Map<string, number>();
    this.cached.set(list, { moment, counts });
    return counts;
  }
}

const filtersOf = ({ sort: _sort, ...filters }: Record<string, string>) => filters;

const keyOf = (filters: Record<string, string>) =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The caller's views of a list, and those that colleagues share with the caller. */
async function listSavedViews(ctx: Context, list: string): Promise<SavedView[]> {
  const me = getStaff(ctx).staffIdx;
  const { rows } = await sql<SavedView>`
    select v.view_idx, v.name, v.query, case when v.staff_idx <> ${me} then owner.name end as by,
      r.view_idx is not null as "inMenu", r.looked
    from saved_view v
    left join saved_view_reader r on r.view_idx = v.view_idx and r.staff_idx = ${me}
    join staff owner on owner.staff_idx = v.staff_idx
    where v.list = ${list} and (v.staff_idx = ${me} or r.view_idx is not null) order by v.name, v.view_idx`.execute(
    ctx.db,
  );
  return rows;
}

/** The member of staff who calls. */
export function getStaff(ctx: Context): StaffActor {
  const staff = staffOf(ctx.actor);
  if (!staff) throw commonMessages.error(401, 'error.sign_in');
  return staff;
}
