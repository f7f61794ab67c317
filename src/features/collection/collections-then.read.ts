import { type RawBuilder, sql } from 'kysely';
import { stateThen, type Then } from '#kernel/records/version-then.ts';
import type { Context } from '#kernel/work/context.ts';
import type { TextsByLocale } from './collection.rules.ts';
import { type CollectionState, versionsOf } from './collection-versions.service.ts';
import { itemsIn } from './contents.store.ts';

/** Collections as they were at a moment. */
interface CollectionsThen {
  /** Those that existed, in the order asked for. */
  cids: string[];
  /**
   * Tables with these collections alone, for a `with` before a statement that reads collections: they stand in for the
   * real ones there. The places of advertised collections are their places in the order asked for.
   */
  tables: RawBuilder<unknown>;
}

/** Collections at a moment in seconds. */
export async function collectionsThen(ctx: Context, cids: readonly string[], moment: number): Promise<CollectionsThen> {
  const found: Found[] = [];
  for (const cid of cids) {
    const then = await stateThen(ctx, versionsOf(cid), moment);
    if (then) found.push({ ...then, cid, cidx: found.length + 1 });
  }
  return { cids: found.map(({ cid }) => cid), tables: tablesOf(found) };
}

/** What a collection was, with a number of its own among those found. */
interface Found extends Then<CollectionState> {
  cid: string;
  cidx: number;
}

const tablesOf = (found: readonly Found[]): RawBuilder<unknown> =>
  sql.join(
    [
      table('collection', found.map(rowOf)),
      table('collection_text', found.flatMap(textsOf)),
      table('collection_price', found.flatMap(pricesOf)),
      table('collection_content', found.flatMap(contentsOf), existing),
    ],
    sql`, `,
  );

const table = (name: string, rows: readonly object[], condition: RawBuilder<unknown> = sql``) => sql`
  ${sql.ref(name)} as (
    select * from jsonb_populate_recordset(null::${sql.ref(name)}, ${JSON.stringify(rows)}::jsonb) was ${condition})`;

// What was deleted since has no title to be shown by.
const existing = sql`where exists (select from series s where s.ser_idx = was.ser_idx)
  or exists (select from level l where l.lev_idx = was.lev_idx) or exists (select from book b where b.bidx = was.bidx)`;

function rowOf({ cid, cidx, since, state }: Found) {
  const { images, adsOn, ...columns } = state;
  return {
    ...columns,
    cid,
    cidx,
    ads_place: adsOn ? cidx : null,
    updated_at: since,
    cover_img: images.cover,
    thumb_img: images.thumb,
    list_img: images.list,
  };
}

const textsOf = ({ cidx, state }: Found) =>
  Object.entries<TextsByLocale[keyof TextsByLocale]>(state.multi_lang_data).map(([locale, texts]) => ({
    ...texts,
    locale,
    cidx,
  }));

const pricesOf = ({ cidx, state }: Found) => state.prices.map((price) => ({ ...price, cidx }));

const columnOf = { series: 'ser_idx', level: 'lev_idx', book: 'bidx' } as const;

const contentsOf = ({ cidx, state }: Found) =>
  itemsIn(state.contents).map((item) => ({
    ...item,
    cidx,
    [columnOf[item.content_type]]: item.content_idx,
  }));
