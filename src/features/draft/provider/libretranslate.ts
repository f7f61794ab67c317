import { z } from 'zod';
import { below, codeOf, json, type Provider } from './provider.ts';

const Answer = z.object({ translatedText: z.array(z.string()) });

/** LibreTranslate: https://docs.libretranslate.com. Public servers take at most 32 texts and a few thousand characters at once. */
export const libretranslate: Provider = {
  atOnce: { texts: 25, characters: 2000 },
  request: ({ url, key }, { texts, from, to }) => ({
    method: 'POST',
    url: below(url, '/translate'),
    headers: json,
    body: JSON.stringify({
      q: texts,
      source: codeOf(from),
      target: codeOf(to),
      format: 'html',
      ...(key !== undefined && { api_key: key }),
    }),
  }),
  read: (answer) => Answer.parse(answer).translatedText,
  probe: ({ url }) => ({ method: 'GET', url: below(url, '/languages'), headers: json }),
};
