import { type RawBuilder, sql } from 'kysely';
import { jsonOf } from '../answer/json.ts';
import { opdsType } from './opds.contract.ts';
import { linkOf, type OpdsAddresses } from './opds-publication.read.ts';

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
  const { title, kind, from, order, item, page, navigation, exists = sql`true` } = feed;
  const skipped = sql.lit((page - 1) * perPage);
  // Rows of the page only are made into items.
  const items = sql`(select json_agg(item order by nth) from (
    select row_number() over (order by ${order}) as nth, ${item} as item
    from ${from} order by ${order} limit ${sql.lit(perPage)} offset ${skipped}) items)`;
  const back = sql`case when counted.total <= ${skipped} then json_build_array(${start(at)}) end`;
  const body = jsonOf({
    metadata: jsonOf({
      title,
      numberOfItems: sql`counted.total`,
      itemsPerPage: sql.lit(perPage),
      currentPage: sql.lit(page),
    }),
    links: linksOf(at, feed),
    ...(kind === 'publications' && { publications: items }),
    navigation: sql`coalesce(${kind === 'navigation' ? items : (navigation ?? sql`null`)}, ${back})`,
  });
  return sql`select json_strip_nulls(${body})::text as body from (select count(*)::integer as total from ${from}) counted where ${exists}`;
}

const start = (at: OpdsAddresses) =>
  linkOf({
    rel: sql`'start'::text`,
    href: at.call(sql`'/portal/v1/opds'::text`),
    title: sql`${at.name('catalogue')}::text`,
    type: sql`${opdsType}::text`,
  });

function linksOf(at: OpdsAddresses, { path, page }: Feed): RawBuilder<unknown> {
  const [name = '', query = ''] = path.split('?');
  const address = (of: RawBuilder<unknown>) =>
    at.call(sql`${`/portal/v1/opds${name && `/${name}`}?${query && `${query}&`}page=`}::text || ${of}`);
  const last = sql`greatest(1, ceil(counted.total / ${sql.lit(perPage)}::numeric)::integer)`;
  const link = (rel: string, href: RawBuilder<unknown>, when = sql`true`) =>
    sql`select ${linkOf({ rel: sql`${rel}::text`, href, type: sql`${opdsType}::text` })} as link where ${when}`;
  const search = linkOf({
    rel: sql`'search'::text`,
    href: at.call(sql`'/portal/v1/opds/search{?query}'::text`),
    type: sql`${opdsType}::text`,
    templated: sql`true`,
  });
  const self = name === '' ? at.call(sql`'/portal/v1/opds'::text`) : address(sql`${String(page)}::text`);
  const all = [
    link('self', self),
    link('start', at.call(sql`'/portal/v1/opds'::text`)),
    link('first', address(sql`1`)),
    link('previous', address(sql`${sql.lit(page - 1)}`), sql`${sql.lit(page)} > 1`),
    link('next', address(sql`${sql.lit(page + 1)}`), sql`${sql.lit(page)} < ${last}`),
    link('last', address(last)),
    sql`select ${search}`,
  ];
  return sql`(select json_agg(link) from (${sql.join(name === '' ? [all[0], all[1], all[6]] : all, sql` union all `)}) links)`;
}
