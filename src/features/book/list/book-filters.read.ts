import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { knownFormats } from '../record/book-columns.rules.ts';

/** The formats staff can choose: those of the product, then others in use. The cost is that of the formats, not of the books. */
export async function listFormats(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ format: string }>`
    with recursive step as (
      (select format from book order by format limit 1)
      union all
      select (select format from book where format > step.format order by format limit 1) from step
      where step.format is not null
    )
    select format from step where format is not null`.execute(ctx.db);
  return [...new Set([...knownFormats, ...rows.map((row) => row.format)])];
}

/** The title of the series a list is narrowed to; null where it does not exist. */
export async function findSeriesTitle(ctx: Context, serIdx: number): Promise<string | null> {
  const row = await ctx.db.selectFrom('series').select('title').where('ser_idx', '=', serIdx).executeTakeFirst();
  return row?.title ?? null;
}
