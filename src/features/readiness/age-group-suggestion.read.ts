import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { Context } from '#kernel/work/context.ts';

/** A value that the neighbours of a book suggest, and the field that it fills. */
export interface Suggestion {
  reason: string;
  label: string;
  body: { grp_idx: number };
}

// The newest books of a level speak for it, however many it has.
const neighbours = 100;

/** The age group of most other books of a book's level. */
export async function suggestAgeGroup(ctx: Context, bidx: number): Promise<Suggestion | null> {
  const t = ctx.translate<BookWords>();
  const { rows } = await sql<{ grp_idx: number; title: string; level: string; count: number; all: number }>`
    with near as materialized (
      select other.grp_idx from book b join book other on other.lev_idx = b.lev_idx and other.bidx <> b.bidx
      where b.bidx = ${bidx} order by other.bidx desc limit ${sql.lit(neighbours)}
    )
    select g.grp_idx, g.title, count(*), (select count(*) from near) as all,
      (select l.title from level l join book b using (lev_idx) where b.bidx = ${bidx}) as level
    from near join age_group g using (grp_idx) group by g.grp_idx order by count(*) desc, g.grp_idx limit 1`.execute(
    ctx.db,
  );
  const [most] = rows;
  if (!most || most.count * 2 <= most.all) return null;
  const { grp_idx, title } = most;
  return { reason: t('book.suggest_age_group', most), label: t('book.suggest_set', { title }), body: { grp_idx } };
}
