import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { Context } from '#kernel/work/context.ts';
import { bookMessages } from '../book.messages.ts';
import { isReference, type ReferenceField, referenceColumns } from '../fields/book-fields.rules.ts';
import { BookBody } from './book.contract.ts';
import { changeBook, lockBookOf } from './book.service.ts';

type Values = Readonly<Record<string, unknown>>;

/** Restores values from a book's history, where series, level, category and age group are given by title. */
export async function restoreBook(ctx: Context, bid: string, values: Values): Promise<void> {
  const book = await lockBookOf(ctx, bid);
  const plain = Object.entries(values).filter(([name]) => !isReference(name));
  const titles = withSeries(values, book);
  const keys = await findKeys(ctx.db, titles, book.ser_idx);
  const chosen: Record<string, number | null> = {};
  for (const [name, title] of Object.entries(titles) as [ReferenceField, string | null][]) {
    if (title !== null && keys[name] === null) throw bookMessages.error(422, 'book.row_unknown_title', { title });
    chosen[referenceColumns[name]] = title === null ? null : keys[name];
  }
  await changeBook(ctx, bid, BookBody.parse({ ...Object.fromEntries(plain), ...chosen }));
}

type Titles = Partial<Record<ReferenceField, string | null>>;

/** The references among the values; a series comes with its level, which may have the same title in both. */
function withSeries(values: Values, { level }: { level: string }): Titles {
  const references = Object.entries(values).filter(([name]) => isReference(name));
  const titles: Titles = Object.fromEntries(
    references.map(([name, title]) => [name, typeof title === 'string' && title !== '' ? title : null]),
  );
  return 'series' in titles ? { level, ...titles } : titles;
}

/** The keys of the records with these titles, null where there is none. A level is one of the series given, or of `serIdx`. */
async function findKeys(
  db: Database,
  { series = null, level = null, category = null, age_group = null }: Titles,
  serIdx: number,
): Promise<Record<ReferenceField, number | null>> {
  const { rows } = await sql<Record<ReferenceField, number | null>>`
    with chosen as (select ser_idx from series where title = ${series})
    select (select ser_idx from chosen) as series,
      (select lev_idx from level where title = ${level}
        and ser_idx = case when ${series}::text is null then ${serIdx} else (select ser_idx from chosen) end) as level,
      (select cat_idx from category where title = ${category}) as category,
      (select grp_idx from age_group where title = ${age_group}) as age_group`.execute(db);
  const [keys] = rows;
  if (!keys)
    throw new Error(`findKeys: no row of the keys of ${JSON.stringify({ series, level, category, age_group })}`);
  return keys;
}
