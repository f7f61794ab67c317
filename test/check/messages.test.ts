import { isDeepStrictEqual } from 'node:util';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { languageTag, locales } from '#kernel/messages/locale.ts';
import { features } from '#src/features.ts';

const parts = [
  { name: 'common', messages: commonMessages },
  ...features.flatMap(({ name, messages }) => (messages ? [{ name, messages }] : [])),
];

// Every text is compiled once, however many tests read it.
const compiled = new Map<string, ReturnType<typeof compileMessage>>();
function compile(text: string): ReturnType<typeof compileMessage> {
  const known = compiled.get(text) ?? compileMessage(text);
  compiled.set(text, known);
  return known;
}

interface Text {
  key: string;
  locale: (typeof locales)[number];
  text: string;
}

const textsOf = ({ messages }: (typeof parts)[number]): Text[] =>
  locales.flatMap((locale) =>
    Object.entries(messages.catalogues[locale]).map(([key, text]) => ({ key, locale, text })),
  );

type Token = string | [name: string, format?: string, options?: string | object];

// Languages without a plural write the bare number.
const kinds: Record<string, string> = { plural: 'number', selectordinal: 'number' };

/** The placeholders of a text with their kinds, including those inside the cases of a plural. */
function placeholders(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens as Token[]) {
      if (typeof token === 'string') continue;
      const [name, kind = 'text', options] = token;
      if (name !== '#') found.set(name, kinds[kind] ?? kind);
      if (typeof options === 'object') for (const inner of Object.values(options)) walk(inner);
    }
  };
  walk(compile(text));
  return found;
}

/** A distinct value for every placeholder, so that a text shows whether it uses it. */
function sample(text: string, count: number): Record<string, unknown> {
  const values: Record<string, unknown> = { number: count, date: new Date(0), time: new Date(0), select: 'other' };
  return Object.fromEntries([...placeholders(text)].map(([name, kind]) => [name, values[kind] ?? `<${name}>`]));
}

const translators = Object.fromEntries(
  locales.map((locale) => {
    const tag = languageTag(locale);
    const texts = parts.flatMap(textsOf).filter((text) => text.locale === locale);
    const messages = { [tag]: Object.fromEntries(texts.map(({ key, text }) => [key, compile(text)])) };
    return [locale, setupI18n({ locale: tag, messages })];
  }),
);

const format = ({ key, locale, text }: Text, count: number): string =>
  translators[locale]?._(key, sample(text, count)) ?? '';

const offenders = (texts: Text[], isWrong: (text: Text) => boolean) =>
  texts.filter(isWrong).map(({ key, locale }) => `${locale} ${key}`);

describe.each(parts)('The messages of $name', (part) => {
  const texts = textsOf(part);
  const english = part.messages.catalogues.en;

  test('have the same keys in every language', () => {
    const keys = (locale: Text['locale']) => new Set(Object.keys(part.messages.catalogues[locale]));
    for (const locale of locales) expect(keys(locale)).toEqual(keys('en'));
  });

  test('are not empty, and have no surrounding space', () => {
    expect(offenders(texts, ({ text }) => text === '' || text !== text.trim())).toEqual([]);
  });

  test('take the same values in every language', () => {
    const isWrong = ({ key, text }: Text) => !isDeepStrictEqual(placeholders(text), placeholders(english[key] ?? ''));
    expect(offenders(texts, isWrong)).toEqual([]);
  });

  test.each([0, 1, 2, 1234])('are formatted without losing a value: %i', (count) => {
    const isWrong = (text: Text) => {
      const formatted = format(text, count);
      const given = Object.values(sample(text.text, count)).filter((value) => String(value).startsWith('<'));
      return /[{}]/.test(formatted) || given.some((value) => !formatted.includes(String(value)));
    };
    expect(offenders(texts, isWrong)).toEqual([]);
  });

  test('are named by the feature, or are codes of the catalogue', () => {
    // Programs know the second log-in step by the name of its address.
    const names = part.name === 'staff' ? 'staff|login' : part.name.replaceAll('-', '_');
    const own = part.name === 'common' ? /^[a-z_]+\.[a-z0-9_]+$/ : new RegExp(`^(${names})\\.[a-z0-9_.]+$`);
    expect(Object.keys(english).filter((key) => !own.test(key) && !/^[A-Z]{3,4}-\d+$/.test(key))).toEqual([]);
  });
});

test('no key is used twice', () => {
  const owners = Map.groupBy(
    parts.flatMap(({ name, messages }) => Object.keys(messages.catalogues.en).map((key) => ({ key, name }))),
    ({ key }) => key,
  );
  expect(
    [...owners]
      .filter(([, used]) => used.length > 1)
      .map(([key, used]) => `${key}: ${used.map(({ name }) => name).join(', ')}`),
  ).toEqual([]);
});
