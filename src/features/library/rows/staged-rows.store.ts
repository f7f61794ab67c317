import { type RawBuilder, sql } from 'kysely';
import {
  type BookFieldName,
  bookFields,
  defaultFormat,
  findBookField,
  isReference,
} from '#features/book/book-fields.public.ts';

/*
 * Books written in bulk are staged as rows of cells: text[] in the order of the 'ISBN Meta' sheet, where '' leaves a
 * field as it is and null clears it. This file turns the list of fields into the SQL fragments that read such rows.
 */

/** The relation of staged rows: `row_no integer, cells text[], problems jsonb`, without dropped ones. */
export type StagedRows = RawBuilder<unknown>;

/** A staged row: its cells in the sheet's order; '' leaves a field as it is and null clears it. */
export interface StagedBook {
  row_no: number;
  cells: (string | null)[];
}

// No cell and no title has control characters.
const [separator, none] = ['\u001f', '\u001e'];

/** Texts as one, which PostgreSQL splits in less than half the time it takes to read them as JSON. */
export const joinTexts = (texts: readonly (string | null)[]): string =>
  texts.map((text) => text ?? none).join(separator);

/** The texts of {@link joinTexts}: text[]. */
export const splitTexts = (joined: RawBuilder<unknown>) =>
  sql`string_to_array(${joined}, ${sql.lit(separator)}, ${sql.lit(none)})`;

/** Columns of rows that come as parameters, for `unnest`: `row_no` and the joined cells. */
export const givenColumns = (rows: readonly StagedBook[]) => sql`
  ${rows.map(({ row_no }) => row_no)}::integer[], ${rows.map(({ cells }) => joinTexts(cells))}::text[]`;

/** The position of a field in a row of cells, 1-based as in PostgreSQL. */
const cellOf = (name: string): number => bookFields.findIndex((field) => field.name === name) + 1;

/** One cell of the staged row with this alias. */
export const cell = (alias: string, name: BookFieldName) => sql.raw(`${alias}.cells[${cellOf(name)}]`);

/** The fields stored unchanged: all except references. */
export const plainFields = bookFields.filter((field) => !isReference(field.name));

/** Joins the records that a staged row names by title: s, l, c and g. */
export const titleJoins = (alias: string, resolved: typeof resolvedCell = cell) => sql`
  left join series s on s.title = ${resolved(alias, 'series')}
  left join level l on l.ser_idx = s.ser_idx and l.title = ${resolved(alias, 'level')}
  left join category c on c.title = ${cell(alias, 'category')}
  left join age_group g on g.title = ${cell(alias, 'age_group')}`;

/** Joins the current titles of a book: bs, bl, bc and bg. */
export const bookTitleJoins = sql`
  left join series bs on bs.ser_idx = b.ser_idx
  left join level bl on bl.lev_idx = b.lev_idx
  left join category bc on bc.cat_idx = b.cat_idx
  left join age_group bg on bg.grp_idx = b.grp_idx`;

const referenceTitles = { series: 'bs.title', level: 'bl.title', category: 'bc.title', age_group: 'bg.title' } as const;

/** How a field of book `b` reads in the sheet; needs {@link bookTitleJoins}. */
export const currentText = (name: BookFieldName) =>
  sql.raw(isReference(name) ? referenceTitles[name] : `b.${name}::text`);

/**
 * The series or level of a staged row. A level is looked up within its series, so a row that gives only one of the two
 * keeps the other one of book `b`; needs {@link bookTitleJoins}.
 */
export const resolvedCell = (alias: string, name: 'series' | 'level') => resolvedTitle(cell(alias, name), name);

/** The title of the series or level of a staged row, from the title that was read from its cell. */
export const resolvedTitle = (title: RawBuilder<unknown>, name: 'series' | 'level') =>
  sql`coalesce(nullif(${title}, ''), ${sql.raw(referenceTitles[name])}, '')`;

/** Whether a staged row gives only one of series and level. */
export const givesSeriesOrLevelOnly = (alias: string) =>
  sql`(${cell(alias, 'series')} = '') <> (${cell(alias, 'level')} = '')`;

const [first, last] = [cellOf('series'), cellOf('level')];

/** All cells of a staged row, including the series or level that it keeps. */
export const resolvedCells = (alias: string) => sql`case when b.bidx is not null and ${givesSeriesOrLevelOnly(alias)}
  then ${sql.raw(`${alias}.cells[:${first - 1}]`)} || ${resolvedCell(alias, 'series')} || ${resolvedCell(alias, 'level')} || ${sql.raw(`${alias}.cells[${last + 1}:]`)}
  else ${sql.raw(alias)}.cells end`;

/** The value that a plain column takes from a cell that sets it. */
export function storedCell(alias: string, name: BookFieldName) {
  const value = sql`nullif(${cell(alias, name)}, '')`;
  if (name === 'format') return sql`coalesce(${value}, ${sql.lit(defaultFormat)})`;
  return findBookField(name)?.isWhole ? sql`${value}::integer` : value;
}

/** How the fields in `names` (text[]) of book `b` read now, by field name; an empty one is ''. */
export const currentTexts = (names: RawBuilder<unknown>) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    bookFields.flatMap(({ name }) => [
      sql.lit(name),
      sql`case when ${sql.lit(name)} = any(${names}) then coalesce(to_jsonb(${currentText(name)}), '""'::jsonb) end`,
    ]),
  )}))`;

/** The names of all fields in the order of cells (text[]). */
export const fieldNames = sql`array[${sql.join(bookFields.map((field) => sql.lit(field.name)))}]`;

/** The values that the staged row with this alias sets, by field name, without empty ones. */
export const givenTexts = (alias: string) =>
  sql`jsonb_strip_nulls(jsonb_object(${fieldNames}, array_replace(${sql.raw(alias)}.cells, '', null)))`;
