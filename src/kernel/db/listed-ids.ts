import { type RawBuilder, sql } from 'kysely';
import { mostText } from '../text/search-text.rules.ts';

/** What a pasted list of ids finds, and what it could mean besides. */
interface ListedSearch {
  text: string;
  ids: readonly string[];
  /** The table, with the alias that `isListed` uses. */
  from: RawBuilder<unknown>;
  /** The condition that a row has one of the ids. */
  isListed: RawBuilder<boolean>;
  /** The condition that a row contains the text, whose words may only seem to be ids. */
  contains: RawBuilder<boolean>;
}

/** The condition that a row is one of those listed, or else, if the words are no ids, that it contains them. */
export function listedMatches({ text, ids, from, isListed, contains }: ListedSearch): RawBuilder<boolean> {
  if (text.length > mostText) return isListed;
  const areIds = sql`(select count(*) from (select from ${from} where ${isListed} limit 2) known) >= ${sql.lit(enoughOf(ids))}`;
  return sql<boolean>`(${isListed} or (not (${areIds}) and ${contains}))`;
}

/** What a list of ids found: those without a row, as they are shown. */
export interface Listed {
  missing: string[];
  /** Its parts may be words that rows contain: no id, or too few, are of any record. */
  areWords: boolean;
}

/** A record with one of the listed ids, which it may have stored in several columns. */
export interface ListedRecord {
  stored: string[];
  /** The rest of the filter finds it. */
  matches: boolean;
}

/** The ids without a row, for a page of a list; not if its rows contain the words, which then are no ids. */
export const missingIn = (listed: Listed | null | undefined, { total }: { total: number }): { missing?: string[] } =>
  listed && (!listed.areWords || (total === 0 && enoughOf(listed.missing) === 1)) ? { missing: listed.missing } : {};

/** Which of the ids of a text have a row; `keysOf` are the ways in which one may be stored. */
export function splitListed(
  { text, ids }: Pick<ListedSearch, 'text' | 'ids'>,
  records: readonly ListedRecord[],
  keysOf: (id: string) => readonly string[],
): Listed {
  const stored = new Set(records.filter(({ matches }) => matches).flatMap((record) => record.stored));
  return {
    missing: ids.filter((id) => !keysOf(id).some((key) => stored.has(key))),
    areWords: text.length <= mostText && records.length < enoughOf(ids),
  };
}

// A short list of words is one of ids only if records have them: two, unless each has a figure.
const enoughOf = (ids: readonly string[]) => (ids.every((id) => /\d/.test(id)) ? 1 : 2);
