import { sql } from 'kysely';
import type { PaletteFinder, PaletteHit } from '#kernel/palette.ts';
import { bookHref } from './book.references.ts';
import { bookMatches } from './list/book-search.read.ts';

const hits = 8;

/** Finds books for the command palette: the one of exactly this bid first. */
export const findBooksByText: PaletteFinder = async (ctx, text) => {
  const found = sql`select b.bidx, b.bid, b.title, b.ser_idx from book b`;
  const { rows } = await sql<{ bid: string; title: string; series: string }>`
    select found.bid, found.title, s.title as series
    from (
      select * from (${found} where b.bid = ${text}) exact
      union all
      select * from (${found} where ${bookMatches({ search_val: text })} and b.bid <> ${text} limit ${sql.lit(hits)}) others
    ) found
    join series s using (ser_idx) limit ${sql.lit(hits)}`.execute(ctx.db);
  return rows.map(
    (book): PaletteHit => ({
      label: book.title,
      detail: `${book.bid} · ${book.series}`,
      href: bookHref(book.bid),
      kind: 'book.kind',
    }),
  );
};
