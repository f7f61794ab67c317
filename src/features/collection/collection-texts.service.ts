import { AppError, type FieldProblem } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { cleanRichText } from '#kernel/text/rich-text.ts';
import { inTurns } from '#kernel/work/in-turns.ts';
import { mostRichText, type TextsBody } from './collection.contract.ts';
import { isRich, textFields } from './collection.rules.ts';

type TextsByLocale = Partial<Record<Locale, TextsBody>>;

/** The field of a body that holds a text, for error messages. */
type PathOf = (locale: Locale, field: keyof TextsBody) => string;

/** The path of a text in the form of a collection. */
export const inForm: PathOf = (locale, field) => `multi_lang_data.${locale}.${field}`;

/**
 * The texts of a save, with rich text reduced to harmless markup. Cleaning can lengthen markup, though only that of a
 * program; it is refused if the result could never be saved again. Yields to other requests after each text, since ten
 * long ones take a second.
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
