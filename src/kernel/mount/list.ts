import { z } from 'zod';
import { chosenSort, type Sort, type SortReader, sortField, sortText } from '../db/list-page.ts';
import { type Listed, missingIn } from '../db/listed-ids.ts';
import { type Page, PageNumber, PageSize, pageSize, pageSizes, pagingLimit } from '../db/paging.ts';
import type { ShownViews, ViewedList } from '../desk/saved-views.ts';
import type { Call, Handlers } from '../http/api-handlers.ts';
import { ExportFormat, exportTypes, type Sheet, sendExport } from '../http/export.ts';
import type { ListOffer, ListPreferences } from '../http/list-preferences.rules.ts';
import { preferencesOf } from '../http/list-preferences.ts';
import type { PageSpec } from '../http/web.ts';
import type { OpaqueIds } from '../config/opaque-ids.ts';
import { mostListText } from '../text/search-text.rules.ts';
import type { Context } from '../work/context.ts';
import { marksKind } from '../records/marks.rules.ts';
import { marksOn, type ShownMarks } from '../records/record-parts.ts';
import type { Contract, Endpoint } from '../work/contract.ts';
import { openFilter, sealFilter } from '../work/sealed-filter.ts';
import type { Kernel } from './feature.ts';

/** What the view of any list gets. */
export interface PlainListProps<Row, Filter> {
  found: Page<Row>;
  paging: { size: number; limit: number };
  /** The filter and the order, as in the address. */
  query: Filter & { sort: string };
  /** The texts of the fields that are references in the address. */
  typed?: Partial<Filter>;
  /** What other features mark its rows with, by the key of the row. */
  marks?: ShownMarks;
}

/** What the view of a list gets that has saved views, and lets people choose its columns and the size of its pages. */
export interface ListProps<Row, Filter> extends PlainListProps<Row, Filter> {
  preferences: ListPreferences;
  paging: { size: number; limit: number; sizes: readonly number[] };
  query: Filter & { sort: string; size?: number | undefined };
  views: ShownViews;
}

/** The order of a list, and the part of its rows that a page shows. */
export interface PageRequest<Key extends string> {
  order: Sort<Key>;
  page: number;
  size: number;
}

/** The request of a page with the columns shown, for lists that read only those; a call has them all. */
export interface ShownPageRequest<Key extends string> extends PageRequest<Key> {
  columns: readonly string[];
}

/** The filter that the view of a list gets. */
export type FilterIn<Props extends { query: object }> = Omit<Props['query'], 'sort' | 'size'>;
type Sorted<Filter, Key extends string> = Filter & { sort?: Sort<Key> };
type Addressed<Filter, Key extends string> = Sorted<Filter, Key> & { page: number; size?: number | undefined };

// Of a list that cannot be sorted. Nothing of it is read.
const onlyOrder = { key: '', descending: false, isDefault: true } as const;

/**
 * The queries of a list, from its filter and what reads its order. A wrong value of the filter is absent from an address,
 * whose page shows what it found; calls and sheets refuse it, since they would pass for the rows that were asked for.
 */
export function listQueries<
  Address extends z.core.$ZodLooseShape,
  Query extends z.core.$ZodLooseShape,
  Key extends string,
>(filter: { address: z.ZodObject<Address>; query: z.ZodObject<Query> }, readSort: SortReader<Key>) {
  const sort = sortField(readSort);
  return {
    address: filter.address.extend({ sort, page: PageNumber, size: PageSize }),
    call: filter.query.extend({ sort, page: PageNumber, size: PageSize }),
    sheet: filter.query.extend({ sort, as: ExportFormat.default('csv') }),
  };
}

/** The order that the queries of a list read. */
export type OrderOf<Queries extends { address: z.ZodType<{ sort: unknown }> }> = z.output<Queries['address']>['sort'];

/** What a call may answer of a row. */
type Answered<Row> = Row extends object ? { [Name in keyof Row]?: Row[Name] | null } : never;

/** The call that asks for a sheet. */
type SheetCall = Pick<Call<Endpoint>, 'write' | 'request'> & { as: 'csv' | 'xlsx' };

/** A list: its rows, and what surrounds them. */
export interface ListSpec<Props extends PlainListProps<unknown, object>, Key extends string>
  extends Pick<PageSpec<Props, undefined, undefined>, 'view' | 'title' | 'follows' | 'words' | 'replica'> {
  /** Its path, and the columns that can be shown or hidden; without them, its pages have one size too. */
  offer: { path: string } | Pick<ListOffer, 'path' | 'columns' | 'initial'>;
  /** More paths of the same list. */
  paths?: readonly string[];
  /** Fields of its filter whose texts are references in addresses, see `sealed` of work/sealed-filter.ts. */
  sealed?: readonly string[];
  queries: {
    address: z.ZodType<Addressed<FilterIn<Props>, Key>>;
    call?: z.ZodType<Addressed<FilterIn<Props>, Key>>;
    sheet?: z.ZodType<Sorted<FilterIn<Props>, Key> & { as: 'csv' | 'xlsx' }>;
  };
  /** The product's own views of it; without them, none can be saved either. */
  views?: Pick<ViewedList, 'builtIn' | 'kinds' | 'altersByItself'>;
  /** Drops from the filter of an address what does not exist or belongs to something else. */
  narrow?: (ctx: Context, filter: FilterIn<Props>) => Promise<FilterIn<Props>>;
  find: (ctx: Context, filter: FilterIn<Props>, request: ShownPageRequest<Key>) => Promise<Props['found']>;
  /** Which ids of a list that was pasted into the search have a row; null if it has no list. */
  listed?: (ctx: Context, filter: FilterIn<Props>) => Promise<Listed | null>;
  /** The records that its rows are, if other features may mark them: their kind, and the id of a row, which is its key. */
  marked?: { kind: string; id: (row: Props['found']['rows'][number]) => string };
  /** How many rows match, up to the bound of lists; without it, views show no numbers. */
  count?: (ctx: Context, filter: FilterIn<Props>) => Promise<number>;
  /** The call at `/api/v1` and its path that answers its rows, or some of their fields, a page at a time. */
  call?: { summary: string; row: z.ZodType<unknown, Answered<Props['found']['rows'][number]>> };
  /** The sheet of all that it finds, if that is a call of the list alone. */
  sheet?: {
    summary: string;
    /** If it is not `PATH/export`. */
    path?: string;
    /** The name of the file, before the date. */
    title: string;
    /** `call` is for a sheet that is recorded before it leaves. */
    of: (ctx: Context, filter: FilterIn<Props>, order: Sort<Key>, call: SheetCall) => Promise<Sheet>;
  };
  /** What else its view gets; it is read beside the rows. */
  more: (
    ctx: Context,
    filter: FilterIn<Props>,
    found: Promise<Props['found']>,
  ) => Promise<Omit<Props, keyof ListProps<unknown, object>>>;
}

/** Mounts a list: its page, its sheet at `PATH/export`, its call, and its saved views. */
export function mountList<Props extends PlainListProps<unknown, object>, Key extends string>(
  kernel: Kernel,
  spec: ListSpec<Props, Key>,
): void {
  const {
    offer,
    paths = [],
    queries,
    views,
    sealed = [],
    narrow,
    find,
    listed,
    marked,
    count,
    call: _call,
    sheet: _sheet,
    more,
    ...page
  } = spec;
  mountCalls(kernel, spec);
  if (views) {
    kernel.views.add(offer.path, {
      kinds: page.follows ?? [],
      ...views,
      sealed,
      ...(count && { count: (ctx, query) => count(ctx, filterIn(queries.address.parse(query))) }),
    });
  }
  for (const path of [offer.path, ...paths]) {
    kernel.web.page(path, {
      ...page,
      ...(marked && { follows: [...(page.follows ?? []), marksKind(marked.kind)] }),
      query: queries.address,
      snapshot: true,
      lead: ({ ctx, request }) => sealedAddress(ctx.refs, sealed, request.url),
      load: async ({ ctx, request, query: parameters }) => {
        const { sort: order = onlyOrder as Sort<Key>, page: pageNumber, size } = parameters;
        const inAddress: FilterIn<Props> = filterIn(parameters);
        const addressed = openFilter(ctx.refs, sealed, inAddress);
        const filter = narrow ? await narrow(ctx, addressed) : addressed;
        const preferences = 'columns' in offer ? preferencesOf(request, offer, size) : undefined;
        const pageRequest = {
          order,
          page: pageNumber,
          size: preferences?.size ?? pageSize,
          columns: preferences?.columns ?? [],
        };
        const finding = find(ctx, filter, pageRequest);
        const marking = async (of: NonNullable<typeof marked>) =>
          marksOn(ctx, kernel.records.all, of.kind, (await finding).rows.map(of.id));
        const [found, others, shown, list, marks] = await Promise.all([
          finding,
          more(ctx, filter, finding),
          views && kernel.views.of(ctx, offer.path),
          listed?.(ctx, filter),
          marked && marking(marked),
        ]);
        // What the compiler cannot see is only that these make up the props of the list's view.
        return {
          found: { order: sortText(order), ...found, ...missingIn(list, found) },
          paging: { size: pageRequest.size, limit: pagingLimit, ...(preferences && { sizes: pageSizes }) },
          query: { ...sealFilter(ctx.refs, sealed, filter), sort: chosenSort(order), ...(preferences && { size }) },
          ...(sealed.length > 0 && {
            typed: Object.fromEntries(sealed.map((name) => [name, filter[name as keyof typeof filter]])),
          }),
          ...(preferences && { preferences }),
          ...(shown && { views: shown }),
          ...(marks && { marks }),
          ...others,
        } as unknown as Props;
      },
    });
  }
}

function mountCalls<Props extends PlainListProps<unknown, object>, Key extends string>(
  kernel: Kernel,
  { offer, queries, sealed = [], find, call, sheet }: ListSpec<Props, Key>,
): void {
  const { path } = offer;
  if (sealed.length > 0) mountSealing(kernel, path, sealed);
  if (call && queries.call) {
    const response = z.object({ results: z.array(call.row), total: z.int() });
    mountCall(kernel, `/api/v1${path}`, { summary: call.summary, query: queries.call, response }, async (received) => {
      const { sort: order = onlyOrder as Sort<Key>, page, size = pageSize } = received.query;
      const columns = 'columns' in offer ? offer.columns : [];
      const filter = openFilter(received.ctx.refs, sealed, filterIn<FilterIn<Props>>(received.query));
      const { rows, total } = await find(received.ctx, filter, { order, page, size, columns });
      return { results: rows, total };
    });
  }
  if (!sheet || !queries.sheet) return;
  const { summary, path: at = `${path}/export`, title, of } = sheet;
  const query = { summary, query: queries.sheet, stream: exportTypes, forPrograms: true as const };
  mountCall(kernel, at, query, async ({ ctx, query: parameters, reply, write, request }) => {
    const { as, sort = onlyOrder as Sort<Key> } = parameters;
    const filter = openFilter(ctx.refs, sealed, filterIn<FilterIn<Props>>(parameters));
    const found = await of(ctx, filter, sort, { as, write, request });
    return sendExport({ ctx, reply }, { title, as, ...found });
  });
}

/** Mounts the call that gives references to what is typed into sealed fields. */
function mountSealing({ api }: Kernel, path: string, sealed: readonly string[]): void {
  const texts = z.strictObject(
    Object.fromEntries(sealed.map((name) => [name, z.string().max(mostListText).optional()])),
  );
  const calls: Contract = {
    [`POST /api/v1${path}/address`]: {
      summary: 'What the address of the list carries in place of texts that are not to stand in it',
      body: texts,
      response: z.object({ results: z.record(z.string(), z.string()) }),
    },
  };
  const handlers: Record<string, (call: Call<Endpoint> & { body: Record<string, string | undefined> }) => unknown> = {
    [`POST /api/v1${path}/address`]: ({ ctx, body }) => ({ results: sealFilter(ctx.refs, sealed, body) }),
  };
  api(calls, handlers as Handlers<Contract>);
}

/** The address in which the texts of sealed fields are references; undefined if they are. */
function sealedAddress(refs: OpaqueIds, sealed: readonly string[], given: string): string | undefined {
  if (sealed.length === 0) return undefined;
  const [path = '', search] = given.split('?');
  const query = new URLSearchParams(search);
  const typed = Object.fromEntries(sealed.map((name) => [name, query.getAll(name).join(' ').trim()]));
  const named = Object.entries(sealFilter(refs, sealed, typed)).filter(([name, text]) => text !== typed[name]);
  if (named.length === 0) return undefined;
  for (const [name, text] of named) query.set(name, text);
  return `${path}?${query}`;
}

/** Mounts one call that reads; the types of its query and answer are those of its list. */
function mountCall<Query>(
  { api }: Kernel,
  path: string,
  endpoint: Endpoint & { query: z.ZodType<Query> },
  answer: (call: Omit<Call<Endpoint>, 'query'> & { query: Query }) => Promise<unknown>,
): void {
  const calls: Contract = { [`GET ${path}`]: { ...endpoint, replica: true as const } };
  api(calls, { [`GET ${path}`]: answer } as Handlers<Contract>);
}

/** The filter alone, of a query. */
function filterIn<Filter>(query: Filter & { sort?: unknown; page?: unknown; size?: unknown; as?: unknown }): Filter {
  const { sort: _sort, page: _page, size: _size, as: _as, ...filter } = query;
  return filter as Filter;
}
