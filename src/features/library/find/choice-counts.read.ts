import { sql } from 'kysely';
import { epubStateOf } from '#features/content/epub-check.public.ts';
import { gapsOf, missingOf } from '#features/readiness/readiness-state.public.ts';
import { pagingLimit } from '#kernel/db/paging.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from './book-filter.contract.ts';
import { bookMatches } from './book-search.read.ts';
import { type CountedField, countedFields } from './choice-counts.contract.ts';

type Counts = Partial<Record<CountedField, Record<string, number>>>;

/**
 * How many books each value of a field would leave, beside the other filters. What is chosen in a field does not narrow that
 * field's own values, so each chosen one takes a statement of its own; none reads more books than a list counts.
 */
export async function countChoices(ctx: Context, filter: BookFilter): Promise<Counts> {
  const chosen = countedFields.filter((field) => filter[field] !== undefined);
  const others = countedFields.filter((field) => filter[field] === undefined);
  const parts = await Promise.all([
    countValues(ctx, filter, others),
    ...chosen.map((field) => countValues(ctx, { ...filter, [field]: undefined }, [field])),
  ]);
  return Object.assign({}, ...parts);
}

/** The counts of these fields among the books of a filter; of none of them if these are too many. */
async function countValues(ctx: Context, filter: BookFilter, fields: readonly CountedField[]): Promise<Counts> {
  const { rows } = await sql<{ field: CountedField; counts: Record<string, number> }>`
    with found as materialized (
      select b.* from book b where ${bookMatches(ctx, filter)} limit ${sql.lit(pagingLimit + 1)}),
    valued as (
      select v.field, v.value from found b, lateral (values
        ('status', case when b.published_at is null then 'unpublished' else 'published' end),
        ('level', b.lev_idx::text), ('category', b.cat_idx::text), ('age_group', b.grp_idx::text),
        ('language', b.language), ('format', b.format), ('epub_check', ${epubStateOf}),
        ('readiness', case when ${gapsOf} = 0 then 'ready' else 'unready' end),
        ('readiness', case when ${gapsOf} = 1 then 'nearly' end)
      ) v(field, value)
      union all select 'missing', unnest(${missingOf}) from found b
      union all select 'missing', 'mobile' from found b where not b.is_mobile),
    counted as (select field, value, count(*) as count from valued where value is not null group by field, value)
    select f.field, coalesce(jsonb_object_agg(c.value, c.count) filter (where c.value is not null), '{}') as counts
    from unnest(${fields}::text[]) f(field) left join counted c using (field)
    where (select count(*) from found) <= ${sql.lit(pagingLimit)} group by f.field`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ field, counts }) => [field, counts]));
}
