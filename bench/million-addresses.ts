import { z } from 'zod';
import type { App } from '#src/build-app.ts';

/** What an address asks for; each kind has a figure of its own. */
type Kind = 'list' | 'export' | 'record' | 'portal';

/** A GET route of the product, and what its query can ask for. */
export interface ReadRoute {
  kind: Kind;
  /** Its path, with the records that have the most of everything. */
  path: string;
  /** What its query always has. */
  always: string;
  /** Each value of each field of its query; of fields that need others, with them. */
  filters: string[];
  /** Each of its orders. */
  sorts: string[];
  hasPages: boolean;
}

// The records with the most rows of each kind (million-rows.ts), and values that many rows have, few and none.
const values: Readonly<Record<string, readonly string[]>> = {
  action: ['book.updated', 'book_act.published', 'none'],
  actor: ['staff1', ':system', 'nobody'],
  added_since: ['2000-01-01', '2035-01-01'],
  act: ['1'],
  age_group: ['1'],
  bid: ['G1'],
  book: ['G1'],
  bids: ['G1 G2'],
  before: ['1000'],
  category: ['1'],
  cg_idx: ['1'],
  cid: ['c1'],
  cidx: ['1', '2'],
  code: ['A', 'A7', 'A7B3', 'EVENT0000001'],
  collection: ['c1'],
  codeGroup: ['1'],
  custIdx: ['1'],
  cust_idx: ['1', '2'],
  entity: ['book', 'customer'],
  event_idx: ['1'],
  format: ['EPUB', 'NONE'],
  group: ['Group 1'],
  grp_idx: ['1'],
  import_idx: ['1'],
  language: ['English', 'Welsh', 'None'],
  learner_id: ['E1', 'none'],
  lev_idx: ['1'],
  id: ['G1'],
  level: ['1'],
  lot: ['1'],
  locale: ['es'],
  month: [new Date().toISOString().slice(0, 7)],
  on: [new Date().toISOString().slice(0, 10)],
  of: ['series'],
  owner: ['1', '2'],
  published_since: ['2000-01-01', '2035-01-01'],
  query: ['the', 'lantern', 'zzzz'],
  rel_idx: ['1'],
  res_idx: ['1'],
  search: ['the', 'collection', '1', 'zzzz'],
  search_val: ['the', 'of', '1', 'zzzz', 'jose nandu', '나무 이야기', '이야', 'G1', 'c1', 'collection 99', 'E1'],
  ser_idx: ['1'],
  series: ['1'],
  since: ['2000-01-01', '2035-01-01'],
  span: ['month', 'week', 'list'],
  staff_idx: ['1'],
  text: ['the', 'lantern', '1', 'zzzz', 'lantrn', '나무'],
  until: ['2035-01-01', '2000-01-01'],
  updated_since: ['2000-01-01T00:00:00Z'],
  ver_idx: ['1'],
  wh_idx: ['1'],
  year: [new Date().toISOString().slice(0, 4)],
};

// Fields that mean something only beside another, and those that choose no rows.
const beside: Readonly<Record<string, string>> = { level: 'series=1', lot: 'cg_idx=1', id: 'entity=book' };
const idle = new Set(['as', 'sort', 'page', 'size', 'layout', 'for', 'lang', 'columns', 'mode', 'hide', 'after']);

// What is asked of only if something else is chosen first, and what has nothing to do with rows.
const leftOut =
  /\*|^\/(docs|login|messages|storage|staff\/second|spreadsheet|contents|delivery|calendar\/:|static|healthz|readyz|openapi)|:version|token|live$|progress|template|\/(epub|zip|cover)$|content\/:kind/;

/** Every GET route of the product that reads rows, from its own registry. */
export function readRoutesOf(app: App): { routes: ReadRoute[]; unread: string[] } {
  const routes: ReadRoute[] = [];
  const unread: string[] = [];
  for (const { method, url, schema } of app.server.routeList) {
    if (![method].flat().includes('GET') || leftOut.test(url)) continue;
    const path = pathOf(url);
    const query = schema?.querystring;
    const shape = query instanceof z.ZodObject ? query.shape : {};
    if (path === undefined) {
      unread.push(url);
      continue;
    }
    const names = Object.keys(shape).filter((name) => !idle.has(name));
    unread.push(...names.filter((name) => valuesOf(name, shape[name]).length === 0).map((name) => `${url}?${name}`));
    routes.push({
      kind: url.startsWith('/portal') ? 'portal' : 'as' in shape ? 'export' : names.length > 0 ? 'list' : 'record',
      path,
      always: choicesOf(shape['as'])
        .slice(0, 1)
        .map((as) => `as=${as}`)
        .join(),
      filters: names.flatMap((name) => valuesOf(name, shape[name]).map((value) => field(name, value))),
      sorts: choicesOf(shape['sort']).flatMap((key) =>
        key.includes('.') ? [`sort=${key}`] : [`sort=${key}`, `sort=${key}.desc`],
      ),
      hasPages: 'page' in shape,
    });
  }
  return { routes, unread };
}

const field = (name: string, value: string) =>
  [beside[name], `${name}=${encodeURIComponent(value)}`].filter(Boolean).join('&');

const valuesOf = (name: string, schema: unknown) => {
  const choices = choicesOf(schema);
  return choices.length > 0 ? choices : (values[name] ?? []);
};

/** The path with a record for each of its parameters; undefined if there is none for one of them. */
function pathOf(url: string): string | undefined {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.includes('entity')) return url.replace(':entity', 'book').replace(':id', 'G1');
  if (names.some((name) => !values[name])) return undefined;
  return url.replace(/:(\w+)/g, (_, name: string) => values[name]?.[0] ?? '');
}

/** The values that a schema names: those of an enumeration, a literal, or its examples. */
function choicesOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const examples = schema.meta()?.['examples'];
  if (Array.isArray(examples)) return examples.map(String);
  const {
    entries,
    values: literals,
    innerType,
    options,
    in: from,
    out,
  } = schema.def as unknown as Record<string, unknown>;
  if (entries) return Object.values(entries).map(String);
  if (Array.isArray(literals)) return literals.map(String).filter(Boolean);
  return [innerType, from, out, ...(Array.isArray(options) ? options : [])].flatMap(choicesOf);
}
