import { type RawBuilder, sql } from 'kysely';
import { casesOf, mostText, type ReadIds } from '../text/search-text.rules.ts';
import type { Database } from './database.ts';

/** A column with ids. */
interface IdColumn {
  column: RawBuilder<unknown>;
  /** How an id may be stored in it; without it, in any case. */
  forms?: (id: string) => readonly string[];
}

interface IdSearchSpec {
  readIds: ReadIds;
  /** The table or tables of the columns, each record once. */
  from: RawBuilder<unknown>;
  columns: readonly [IdColumn, ...IdColumn[]];
  /** The condition that a row contains a text, whose words may only seem to be ids. */
  contains: (text: string) => RawBuilder<boolean>;
  /** That is a condition of whole ids, which may have blanks of their own: it goes first. */
  isWhole?: true;
}

/** Which ids of a pasted list have no row, as they are shown. */
export interface Listed {
  missing: string[];
  /** Its parts may be words that rows contain: no id, or too few, are of any record. */
  areWords: boolean;
}

interface IdSearch {
  /** The condition of a text. */
  matches: (text: string) => RawBuilder<boolean>;
  /** Which ids of a text have a row that `rest`, the rest of the filter, finds; null if it is no list of ids. */
  listed: (
    db: Database,
    text: string | undefined,
    rest: RawBuilder<boolean>,
    from?: RawBuilder<unknown>,
  ) => Promise<Listed | null>;
}

/**
 * The search of a list whose records have ids: rows that contain the words of a text, or those of a pasted list of ids. What
 * looks like a list is one only if records have these ids; otherwise its parts are words.
 */
export function idSearch({ readIds, from: records, columns, contains, isWhole }: IdSearchSpec): IdSearch {
  const isOneOf = (ids: readonly string[]) => {
    const equals = columns.map(
      ({ column, forms = casesOf }) => sql`${column} = any(${[...new Set(ids.flatMap(forms))]}::text[])`,
    );
    return sql<boolean>`(${sql.join(equals, sql` or `)})`;
  };
  const exists = (text: string) => sql<boolean>`exists (select from ${records} where ${contains(text)})`;
  return {
    matches(text) {
      const ids = readIds(text);
      if (ids === null) return contains(text);
      const isListed = isOneOf(ids);
      if (text.length > mostText) return isListed;
      if (isWhole) return sql<boolean>`(${contains(text)} or (${isListed} and not ${exists(text)}))`;
      const known = sql`(select count(*) from (select from ${records} where ${isListed} limit 2) known)`;
      return sql<boolean>`(${isListed} or (${known} < ${sql.lit(enoughOf(ids))} and ${contains(text)}))`;
    },
    async listed(db, text = '', rest, from = records) {
      const ids = readIds(text);
      if (ids === null) return null;
      const { rows } = await sql<{ stored: (string | null)[]; found: boolean }>`
        select array[${sql.join(columns.map(({ column }) => column))}] as stored, bool_or(${rest}) as found
        from ${from} where ${isOneOf(ids)} ${isWhole ? sql`and not ${exists(text)}` : sql``} group by 1`.execute(db);
      const stored = columns.map((_, at) => new Set(rows.flatMap((row) => (row.found ? [row.stored[at]] : []))));
      const hasRow = (id: string) =>
        columns.some(({ forms = casesOf }, at) => forms(id).some((form) => stored[at]?.has(form)));
      return {
        missing: ids.filter((id) => !hasRow(id)),
        areWords: text.length <= mostText && rows.length < (isWhole ? 1 : enoughOf(ids)),
      };
    },
  };
}

/** The ids without a row, for a page of a list; not if its rows contain the words, which then are no ids. */
export const missingIn = (listed: Listed | null | undefined, { total }: { total: number }): { missing?: string[] } =>
  listed && (!listed.areWords || (total === 0 && enoughOf(listed.missing) === 1)) ? { missing: listed.missing } : {};

// A short list of words is one of ids only if records have them: two, unless each has a figure.
const enoughOf = (ids: readonly string[]) => (ids.every((id) => /\d/.test(id)) ? 1 : 2);
