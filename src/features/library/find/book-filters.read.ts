import { type RawBuilder, sql } from 'kysely';
import { valuesOf, withKnown } from '#features/book/book-record.public.ts';
import { byTitle } from '#kernel/messages/by-title.ts';
import { languageName } from '#kernel/messages/languages.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from './book-filter.contract.ts';

interface Titled {
  id: number;
  title: string;
}

/** The options in the filters of a list. */
export interface BookFilterChoices {
  /** The title of the chosen series (there are too many to list); null if it does not exist. */
  series: string | null;
  /** The levels of the chosen series, in order. */
  levels: Titled[];
  categories: Titled[];
  age_groups: Titled[];
  /** Their codes, and their names in the reader's language. */
  languages: { value: string; label: string }[];
  formats: string[];
}

/** The filter of a URL without a level left over from another series. */
export async function narrowFilter(ctx: Context, filter: BookFilter): Promise<BookFilter> {
  if (filter.level === undefined) return filter;
  const { levels } = await findFilterChoices(ctx, filter);
  return { ...filter, level: levels.find(({ id }) => id === filter.level)?.id };
}

/** The options of the filters of a list. */
export async function findFilterChoices(
  ctx: Context,
  { series }: Pick<BookFilter, 'series'>,
): Promise<BookFilterChoices> {
  const read = () => readFilterChoices(ctx, series ?? null);
  const kinds = ['book', 'series', 'category', 'age_group'];
  const found = await ctx.cached({ key: `filters of books ${series}`, kinds, read });
  const inOrder = byTitle(ctx.locale);
  return {
    ...found,
    categories: found.categories.toSorted(inOrder),
    age_groups: found.age_groups.toSorted(inOrder),
    formats: withKnown(found.formats),
    languages: found.languages.map((code) => ({ value: code, label: languageLabel(ctx.locale, code) })),
  };
}

/** With its code: 'en' and 'eng' are both in use, and have one name. */
function languageLabel(locale: Locale, code: string): string {
  const name = languageName(locale, code);
  return name === code ? code : `${name} (${code})`;
}

type StoredChoices = Omit<BookFilterChoices, 'languages'> & { languages: string[] };

async function readFilterChoices(ctx: Context, series: number | null): Promise<StoredChoices> {
  const { rows } = await sql<StoredChoices>`
    select (select title from series where ser_idx = ${series}) as series,
      ${titles(sql`lev_idx`, sql`level where ser_idx = ${series}`, sql`position`)} as levels,
      ${titles(sql`cat_idx`, sql`category`)} as categories, ${titles(sql`grp_idx`, sql`age_group`)} as age_groups,
      ${valuesOf('language')} as languages, ${valuesOf('format')} as formats`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error('readFilterChoices: no row of the choices of book filters');
  return found;
}

const titles = (id: RawBuilder<unknown>, from: RawBuilder<unknown>, order = id) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', ${id}, 'title', title) order by ${order}), '[]') from ${from})`;
