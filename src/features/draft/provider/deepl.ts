import { z } from 'zod';
import type { Locale } from '#kernel/messages/locale.ts';
import { type Access, below, codeOf, json, type Provider } from './provider.ts';

const Answer = z.object({ translations: z.array(z.object({ text: z.string() })) });

// Targets need a variant of English.
const targetOf = (locale: Locale) => (locale === 'en' ? 'EN-US' : codeOf(locale).toUpperCase());

const headersOf = ({ key }: Access) => ({ ...json, authorization: `DeepL-Auth-Key ${key ?? ''}` });

/** DeepL, version 2: https://developers.deepl.com/docs/api-reference/translate. At most 50 texts and 128 KiB at once. */
export const deepl: Provider = {
  atOnce: { texts: 50, characters: 20_000 },
  request: (access, { texts, from, to }) => ({
    method: 'POST',
    url: below(access.url, '/translate'),
    headers: headersOf(access),
    body: JSON.stringify({
      text: texts,
      source_lang: codeOf(from).toUpperCase(),
      target_lang: targetOf(to),
      tag_handling: 'html',
    }),
  }),
  read: (answer) => Answer.parse(answer).translations.map(({ text }) => text),
  probe: (access) => ({ method: 'GET', url: below(access.url, '/usage'), headers: headersOf(access) }),
};
