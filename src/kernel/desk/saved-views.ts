import { sql } from 'kysely';
import { commonMessages } from '../messages/common.messages.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import { type StaffActor, staffOf } from '../work/actor.ts';
import type { OpaqueIds } from '../config/opaque-ids.ts';
import type { Context } from '../work/context.ts';
import { openFilter, sealFilter } from '../work/sealed-filter.ts';
import type { Counter } from './cached-counts.ts';

/** A saved view that its reader has made, or that a colleague shares with the reader. */
export interface SavedView {
  view_idx: number;
  name: string;
  list: string;
  /** The filters and sort order, as in the URL. */
  query: Record<string, string>;
  /** Whose view it is, if a colleague has shared it with the caller. */
  by: string | null;
  /** It stands in the caller's menu. */
  inMenu: boolean;
  /** How many rows it had when the caller last opened it. */
  looked: number | null;
}

/** The entity of saved views in audit rows and changes. */
export const savedViewEntity = 'saved_view';

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
  /** Filters whose texts are references in addresses; a view stores the texts. */
  sealed?: readonly string[];
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
  private readonly refs: OpaqueIds;

  constructor(refs: OpaqueIds) {
    this.refs = refs;
  }

  add(list: string, viewed: ViewedList): void {
    this.lists.set(list, viewed);
  }

  has(list: string): boolean {
    return this.lists.has(list);
  }

  /** The query of a view as an address carries it. */
  addressed<Query extends Record<string, string>>(list: string, query: Query): Query {
    return sealFilter(this.refs, this.lists.get(list)?.sealed ?? [], query);
  }

  /** The query of a view as it is stored, from an address. */
  stored(list: string, query: Record<string, string>): Record<string, string> {
    return openFilter(this.refs, this.lists.get(list)?.sealed ?? [], query);
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

  /**
   * The views a list shows as tabs, counted in the caller's snapshot, like the rows beside them. Counts are cached until
   * the next change of any kind; those that alter by themselves, for a second.
   */
  async of(ctx: Context, list: string): Promise<ShownViews> {
    const { builtIn = [], count, altersByItself } = this.lists.get(list) ?? {};
    const everything = { label: 'common.all', query: {} };
    const saved = (await savedViewsOf(ctx)).filter((view) => view.list === list);
    const begun = performance.now();
    const counted = async (query: Record<string, string>) => {
      const filters = filtersOf(query);
      if (!count || Object.keys(filters).length === 0) return {};
      const key = `views ${list} ${keyOf(filters)} ${altersByItself ? inSeconds(ctx.now) : ''}`;
      const read = async () => (performance.now() - begun < countingMs ? count(ctx, filters) : undefined);
      return { count: await ctx.cached({ key, read }) };
    };
    const shown: ShownViews = { builtIn: [], saved: [] };
    for (const { label, query } of this.has(list) ? [everything, ...builtIn] : [])
      shown.builtIn.push({ name: ctx.text(label), query, ...(await counted(query)) });
    for (const view of saved) {
      shown.saved.push({ ...view, query: this.addressed(list, view.query), ...(await counted(view.query)) });
    }
    return shown;
  }
}

const filtersOf = ({ sort: _sort, ...filters }: Record<string, string>) => filters;

const keyOf = (filters: Record<string, string>) =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The caller's views, and those that colleagues share with the caller, by name. */
export async function savedViewsOf(ctx: Context): Promise<SavedView[]> {
  const me = getStaff(ctx).staffIdx;
  const read = async () => {
    const { rows } = await sql<SavedView>`
      select v.view_idx, v.name, v.list, v.query, case when v.staff_idx <> ${me} then owner.name end as by,
        r.view_idx is not null as "inMenu", r.looked
      from saved_view v
      left join saved_view_reader r on r.view_idx = v.view_idx and r.staff_idx = ${me}
      join staff owner on owner.staff_idx = v.staff_idx
      where v.staff_idx = ${me} or r.view_idx is not null order by v.name, v.view_idx`.execute(ctx.db);
    return rows;
  };
  return ctx.cached({ key: `views of ${me}`, kinds: [savedViewEntity, 'staff'], read });
}

export type NamedView = Pick<SavedView, 'name' | 'list' | 'query'>;

/** Views by key, whosever they are: for what follows a view. */
export async function findViews({ db }: Context, viewIdxs: readonly number[]): Promise<ReadonlyMap<number, NamedView>> {
  if (viewIdxs.length === 0) return new Map();
  const { rows } = await sql<NamedView & { view_idx: number }>`
    select view_idx, name, list, query from saved_view where view_idx = any(${viewIdxs}::integer[])`.execute(db);
  return new Map(rows.map(({ view_idx: idx, ...view }) => [idx, view]));
}

/** The member of staff who calls. */
export function getStaff(ctx: Context): StaffActor {
  const staff = staffOf(ctx.actor);
  if (!staff) throw commonMessages.error(401, 'error.sign_in');
  return staff;
}
