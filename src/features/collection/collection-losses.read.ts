import { sql } from 'kysely';
import { type Losses, lossesIn } from '#kernel/records/losses.ts';

const texts = {
  texts: 'collection.lost_texts',
  prices: 'collection.lost_prices',
  images: 'collection.lost_images',
};

/** The texts, prices and images of a collection are deleted with it. */
export const collectionLosses: Losses = {
  undo: 'collection.lost_undo',
  find: async (ctx, id) => {
    const { rows } = await sql<Record<keyof typeof texts, number>>`
      select (select count(*) from collection_text where cidx = ${id}::integer) as texts,
        (select count(*) from collection_price where cidx = ${id}::integer) as prices,
        (select count(*) from collection_image where cidx = ${id}::integer) as images`.execute(ctx.db);
    return lossesIn(texts, rows[0]);
  },
};
