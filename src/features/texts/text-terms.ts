import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import type { RecordText } from '#kernel/records/record-texts.ts';
import type { TermReader, WantedTerm } from '#kernel/text/house-terms.rules.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';

/** A text of a record in plain words. */
export const plainOf = ({ form }: Pick<RecordText, 'form'>, text: string): string =>
  form === 'rich' ? plainTextOf(text) : text;

/** What a text in a language is to say for the terms of its English. */
export const wantedOf = (read: TermReader, text: RecordText, to: Locale): WantedTerm[] =>
  to === defaultLocale ? [] : read(plainOf(text, text.texts[defaultLocale] ?? ''), to);

/** The terms as translators read them in a file: `reader = 독자; Laura = Laura (as it is)`. */
export const termsNote = (terms: readonly WantedTerm[]): string =>
  terms
    .map(({ term, forms, kept, note }) => {
      const more = [kept ? 'as it is' : '', note].filter(Boolean).join(', ');
      return `${term} = ${forms.join(' / ')}${more && ` (${more})`}`;
    })
    .join('; ');
