import { z } from 'zod';
import { type Access, codeOf, json, type Provider } from './provider.ts';

const Answer = z.object({ data: z.object({ translations: z.array(z.object({ translatedText: z.string() })) }) });

// In a header, as addresses are logged.
const headersOf = ({ key }: Access) => ({ ...json, 'x-goog-api-key': key ?? '' });

const baseOf = ({ url }: Access) => url.replace(/\/+$/, '');

/** Google Cloud Translation, basic (version 2): https://cloud.google.com/translate/docs/basic. At most 128 texts at once. */
export const google: Provider = {
  atOnce: { texts: 100, characters: 5000 },
  request: (access, { texts, from, to }) => ({
    method: 'POST',
    url: baseOf(access),
    headers: headersOf(access),
    body: JSON.stringify({ q: texts, source: codeOf(from), target: codeOf(to), format: 'html' }),
  }),
  read: (answer) => Answer.parse(answer).data.translations.map(({ translatedText }) => translatedText),
  probe: (access) => ({ method: 'GET', url: `${baseOf(access)}/languages?target=en`, headers: headersOf(access) }),
};
