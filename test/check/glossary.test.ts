import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { languageTag, locales } from '#kernel/messages/locale.ts';
import { features } from '#src/features.ts';

const parts = [{ messages: commonMessages }, ...features];

/** One row of the terms in docs/glossary.md: the forms of a term by language, of which a message needs one. */
type Term = Record<(typeof locales)[number], string[]>;

const section = readFileSync('docs/glossary.md', 'utf8').split('## Terms on screens')[1] ?? '';
const terms = [...section.matchAll(/^\| (?!English |-)(.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, ...cells]) =>
    Object.fromEntries(locales.map((locale, index) => [locale, (cells[index] ?? '').split(' / ')])) as Term,
);

/** Messages that use other words for a term in one language. Each needs its reason. */
const exceptions: Record<string, string> = {
  'es spreadsheet.no_credentials': '“setting” is a verb here',
  'jp book.field_original_title': '原題 is the word for it',
  'ko book.field_original_title': '원제 is the word for it',
};

/** The words of a message: without ICU arguments, quoted names and file names, which stay as they are. */
const visible = (text: string): string =>
  text
    .replace(/\{\s*\w+(?:,\s*(?:number|(?:plural|select),))?/g, '{')
    .replace(/“.*?”/g, '')
    .replace(/\w*_\w*(?:\.\w+)?/g, '');

/** Chinese characters, kana and hangul are written without spaces; other stems must start a word. */
function says(text: string, locale: (typeof locales)[number], forms: string[]): boolean {
  const lower = text.toLocaleLowerCase(languageTag(locale));
  return forms.some((form) => {
    const stem = form.toLocaleLowerCase(languageTag(locale));
    if (locale === 'jp' || locale === 'ko') return lower.includes(stem);
    const end = locale === 'en' ? '(?:s|es)?(?!\\p{L})' : '';
    return new RegExp(`(?<!\\p{L})${stem}${end}`, 'u').test(lower);
  });
}

describe('The glossary', () => {
  test('has every term in every language, each once', () => {
    expect(terms.length).toBeGreaterThan(40);
    const english = terms.flatMap(({ en }) => en);
    expect(english).toHaveLength(new Set(english).size);
  });

  test.each(locales.filter((locale) => locale !== 'en'))('is followed by the messages in %s', (locale) => {
    const wrong = parts.flatMap(({ messages: { catalogues } }) =>
      Object.entries<string>(catalogues.en).flatMap(([key, english]) =>
        terms
          .filter(({ en }) => says(visible(english), 'en', en))
          .filter((term) => !says(catalogues[locale][key] ?? '', locale, term[locale]))
          .map(({ en }) => ({ key: `${locale} ${key}`, term: en[0] })),
      ),
    );
    expect(wrong.filter(({ key }) => !(key in exceptions))).toEqual([]);
    const unused = Object.keys(exceptions).filter((key) => key.startsWith(`${locale} `));
    expect(unused.filter((key) => !wrong.some((found) => found.key === key))).toEqual([]);
  });

  test('has only terms that are used', () => {
    const texts = parts.flatMap(({ messages }) => Object.values<string>(messages.catalogues.en)).map(visible);
    expect(terms.filter(({ en }) => !texts.some((text) => says(text, 'en', en))).map(({ en }) => en[0])).toEqual([]);
  });
});
