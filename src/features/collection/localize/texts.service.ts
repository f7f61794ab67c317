import { AppError, type FieldProblem } from '#kernel/errors.ts';
import type { Locale } from '#kernel/i18n/locale.ts';
import { inTurns } from '#kernel/in-turns.ts';
import { cleanRichText } from '#kernel/rich-text.ts';
import { mostRichText, type TextsBody } from '../collection.contract.ts';
import { isRich, textFields } from '../collection.rules.ts';

type TextsByLocale = Partial<Record<Locale, TextsBody>>;

/** The field of a body that holds a text, for the refusal of it. */
type PathOf = (locale: Locale, field: keyof TextsBody) => string;

/** Where the form of a collection has a text. */
export const inForm: PathOf = (locale, field) => `multi_lang_data.${locale}.${field}`;

/**
 * The texts of a save, with only harmless markup in those that are rich. Markup that only a program writes may grow, and
 * is refused where nobody could save it again. Other requests get a turn after each text: ten long ones take a second.
 */
export const cleanTexts = (given: TextsByLocale, pathOf: PathOf): Promise<TextsByLocale> =>
  inTurns(cleaned(given, pathOf));

function* cleaned(given: TextsByLocale, pathOf: PathOf): Generator<undefined, TextsByLocale> {
  const texts: TextsByLocale = {};
  const fields: Record<string, FieldProblem> = {};
  for (const [locale, one] of Object.entries(given) as [Locale, TextsBody][]) {
    const clean = { ...one };
    for (const field of textFields) {
      const text = one[field];
      if (text === undefined || !isRich(field)) continue;
      clean[field] = cleanRichText(text);
      if (clean[field].length > mostRichText)
        fields[pathOf(locale, field)] = { key: 'invalid.too_long', values: { limit: mostRichText } };
      yield;
    }
    texts[locale] = clean;
  }
  if (Object.keys(fields).length > 0) throw new AppError(400, 'invalid.input', undefined, { fields });
  return texts;
}
