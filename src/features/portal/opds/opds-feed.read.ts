import { type RawBuilder, sql } from 'kysely';
import { jsonOf } from '../answer/json.ts';
import { searchDescriptionType } from './opds.contract.ts';
import { addressIn, linkOf, type OpdsAddresses, timeOf, typeOf } from './opds-publication.read.ts';

const perPage = 50;

/** A feed: `items` are the rows of all of its pages, as JSON `item` in the order of `nth`. */
export interface Feed {
  title: RawBuilder<unknown>;
  /** Below the catalogue, encoded; empty at its beginning. */
  path: string;
  kind: 'publications' | 'navigation';
  /** The rows, and how to make one into an item. */
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  item: RawBuilder<unknown>;
  /** When a row was last changed. */
  changed: RawBuilder<unknown>;
  page: number;
  /** Of a feed of publications: other feeds that belong to it, such as the levels of a series; null for none. */
  navigation?: RawBuilder<unknown>;
  /** If false, there is no such feed. */
  exists?: RawBuilder<unknown>;
}

/**
 * The JSON text of one page of a feed, as the statement of a document. A list without items is left out, since the
 * schema of OPDS has none; a page that would be without any list leads back to the beginning.
 */
export function feedText(at: OpdsAddresses, feed: Feed): RawBuilder<unknown> {
  const { title, kind, from, order, item, changed, page, navigation, exists = sql`true` } = feed;
  const skipped = sql.lit((page - 1) * perPage);
  // Rows of the page only are made into items.
  const items = sql`(select json_agg(item order by nth) from (
    select row_number() over (order by ${order}) as nth, ${item} as item
    from ${from} order by ${order} limit ${sql.lit(perPage)} offset ${skipped}) items)`;
  const back = sql`case when counted.total <= ${skipped} then json_build_array(${start(at)}) end`;
  const body = jsonOf({
    metadata: jsonOf({
      title,
      modified: timeOf(sql`coalesce(counted.changed, to_timestamp(0))`),
      numberOfItems: sql`counted.total`,
      itemsPerPage: sql.lit(perPage),
      currentPage: sql.lit(page),
    }),
    links: linksOf(at, feed),
    ...(kind === 'publications' && { publications: items }),
    navigation: sql`coalesce(${kind === 'navigation' ? items : (navigation ?? sql`null`)}, ${back})`,
  });
  return sql`select json_strip_nulls(${body})::text as body from (
    select count(*)::integer as total, max(${changed}) as changed from ${from}) counted where ${exists}`;
}

const start = (at: OpdsAddresses) =>
  linkOf({
    rel: sql`'start'::text`,
    href: addressIn(at),
    title: sql`${at.name('catalogue')}::text`,
    type: typeOf(at, 'navigation'),
  });

function linksOf(at: OpdsAddresses, { path, kind, page }: Feed): RawBuilder<unknown> {
  const [name = '', query = ''] = path.split('?');
  const address = (of: RawBuilder<unknown>) =>
    addressIn(at, sql`${`${name}?${query && `${query}&`}page=`}::text || ${of}`);
  const last = sql`greatest(1, ceil(counted.total / ${sql.lit(perPage)}::numeric)::integer)`;
  const type = typeOf(at, kind === 'publications' ? 'acquisition' : 'navigation');
  const link = (rel: string, href: RawBuilder<unknown>, when = sql`true`) =>
    sql`select ${linkOf({ rel: sql`${rel}::text`, href, type: rel === 'start' ? typeOf(at, 'navigation') : type })} as link where ${when}`;
  const self = name === '' ? addressIn(at) : address(sql`${String(page)}::text`);
  const all = [
    link('self', self),
    link('start', addressIn(at)),
    link('first', address(sql`1`)),
    link('previous', address(sql`${sql.lit(page - 1)}`), sql`${sql.lit(page)} > 1`),
    link('next', address(sql`${sql.lit(page + 1)}`), sql`${sql.lit(page)} < ${last}`),
    link('last', address(last)),
    sql`select ${searchLink(at)}`,
  ];
  return sql`(select json_agg(link) from (${sql.join(name === '' ? [all[0], all[1], all[6]] : all, sql` union all `)}) links)`;
}

/** OPDS 2 has the pattern of the addresses itself; OPDS 1.2 leads to a document that has it. */
const searchLink = (at: OpdsAddresses) =>
  linkOf({
    rel: sql`'search'::text`,
    ...(at.version.isAtom
      ? { href: addressIn(at, sql`'search.xml'::text`), type: sql`${searchDescriptionType}::text` }
      : {
          href: addressIn(at, sql`'search{?query}'::text`),
          type: typeOf(at, 'acquisition'),
          templated: sql`true`,
        }),
  });
