import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { knownFormats } from '../fields/book-fields.rules.ts';

/** The formats staff can choose: the product's, then others in use. */
export async function listFormats(ctx: Context): Promise<string[]> {
  const read = async () => {
    const { rows } = await sql<{ values: string[] }>`select ${valuesOf('format')} as values`.execute(ctx.db);
    return withKnown(rows[0]?.values);
  };
  return ctx.cached({ key: 'formats of books', kinds: ['book'], read });
}

/** The product's formats, then others. */
export const withKnown = (formats: readonly string[] = []) => [...new Set([...knownFormats, ...formats])];

/** The distinct values of a column by a loose index scan: the cost depends on the number of values, not of books. */
export const valuesOf = (column: 'format' | 'language') => sql`
  (with recursive step as (
    (select ${sql.ref(column)} as value from book where ${sql.ref(column)} is not null order by 1 limit 1)
    union all
    select (select ${sql.ref(column)} from book where ${sql.ref(column)} > step.value order by 1 limit 1) from step
    where step.value is not null
  )
  select coalesce(array_agg(value), '{}') from (select value from step where value is not null limit 500) found)`;
