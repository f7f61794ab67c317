import { sql } from 'kysely';
import { type TextField, textFields } from '#features/collection/collection.public.ts';
import { isOlder, isWritten } from '#features/collection/collection-texts.public.ts';
import { pagingLimit } from '#kernel/db/paging.ts';
import { type Locale, locales } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Lack } from './desk.rules.ts';
import type { MatrixFilter } from './localize.contract.ts';
import { filtered } from './matrix.read.ts';

/** What is still to be written in the collections that the grid finds, up to the bound of lists. */
export interface TextFigures {
  /** Collections, whatever their texts lack. */
  all: number;
  /** Collections of which the shown text is missing in a language, or older than the English. */
  lacking: Record<Lack, number>;
  /** Texts that are missing in other languages than English. */
  missing: Record<TextField, number>;
  /** Collections that have the shown text, by language. */
  written: Record<Locale, number>;
}

/** Counts what the texts of collections lack. */
export async function countTexts(ctx: Context, query: MatrixFilter): Promise<TextFigures> {
  const filter = { ...query, lack: undefined };
  const shown = filter.text ?? 'title';
  const others = locales.length - 1;
  const isTranslated = (field: TextField) =>
    sql`t.locale <> 'en' and ${isWritten('en', field)} and ${isWritten('t', field)}`;
  const missing = textFields.map((field) => {
    const count = sql`count(*) filter (where ${isTranslated(field)})`;
    return sql`case when ${isWritten('en', field)} then ${others} - ${count} else 0 end as ${sql.ref(field)}`;
  });
  const written = locales.map(
    (one) => sql`bool_or(t.locale = ${one} and ${isWritten('t', shown)})::integer as ${sql.ref(`in_${one}`)}`,
  );
  const sums = (names: readonly string[], prefix = '') =>
    sql`json_build_object(${sql.join(
      names.map((name) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(prefix + name)}), 0)`),
    )})`;
  const { rows } = await sql<TextFigures>`
    with found as materialized (${filtered(ctx.db, filter).select('cidx').limit(pagingLimit)}),
    texts as (
      select ${sql.join([...missing, ...written])},
        bool_or(t.locale <> 'en' and ${isOlder(shown)}) as is_older
      from found join collection_text en on en.cidx = found.cidx and en.locale = 'en'
      join collection_text t on t.cidx = found.cidx
      group by found.cidx, en.written
    )
    select (select count(*) from found) as all,
      json_build_object('missing', count(*) filter (where ${sql.ref(shown)} > 0),
        'older', count(*) filter (where is_older)) as lacking,
      ${sums(textFields)} as missing, ${sums(locales, 'in_')} as written
    from texts`.execute(ctx.db);
  const [figures] = rows;
  if (!figures) throw new Error('countTexts: no row of the sums of collection_text');
  return figures;
}
