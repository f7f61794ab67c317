import type { Locale } from '../messages/locale.ts';
import type { Context } from '../work/context.ts';

/** Something of each of some texts of one record, by language and field. */
export type ByText<T> = Partial<Record<Locale, Record<string, T>>>;

/** Texts of one record, by language and field. */
export type RecordTextValues = ByText<string>;

/**
 * What a text was made of: a version of the record, whose English it was, and of a long text that is partly done the English of
 * each of its paragraphs, in plain words, empty where one is of none.
 */
export interface TextOrigin {
  ver: number;
  madeOf: string[] | null;
}

/** One text of a record, in every language it is written in. */
export interface RecordText {
  /** Of the record, as in its URL. */
  id: string;
  /** What translators know the record by. */
  context: string;
  field: string;
  /** A message key. */
  label: string;
  /** The most characters, with markup. */
  limit: number;
  /** Rich text, a text of several lines, or one line. */
  form: 'rich' | 'lines' | 'line';
  texts: Partial<Record<Locale, string>>;
  /** Languages in which the text was saved before the English of it changed. */
  older: readonly Locale[];
  /** Of these, the English that each was made of, as it was. */
  earlier: Partial<Record<Locale, string>>;
  origins: Partial<Record<Locale, TextOrigin>>;
}

/** The texts of a kind of record that can leave in a file for translators, and come back. */
export interface TravellingTexts {
  /** The path of the field in the trail that has them, by language and field. */
  inTrail: readonly string[];
  /** The ids of all records in the order of the file. */
  list(ctx: Context): Promise<string[]>;
  /** The texts of these records in the given order; records that are gone have none. */
  read(ctx: Context, ids: readonly string[]): Promise<RecordText[]>;
  /**
   * Saves texts of a record over those that `base` has; refused with 409 if one of them is another now. `madeOf` has the English
   * of each paragraph of those that are partly done, which stay as old as they were.
   */
  write(
    ctx: Context,
    id: string,
    saved: { texts: RecordTextValues; base: RecordTextValues; madeOf: ByText<string[]>; reason: string },
  ): Promise<unknown>;
  /** Says of texts what they were made of. */
  setOrigins(ctx: Context, id: string, origins: ByText<TextOrigin>): Promise<void>;
}
