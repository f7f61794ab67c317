import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderName } from './draft.rules.ts';

/** A request as a provider gets it. */
export interface SentPassage {
  path: string;
  texts: string[];
  target: string;
}

type Answer = (response: ServerResponse, sent: SentPassage) => void;

export interface ProviderDouble {
  url: string;
  /** Passages in the order in which they came; probes are not among them. */
  sent: SentPassage[];
  /** Another answer than the translations: set it, and take it back with undefined. */
  answer: Answer | undefined;
  close: () => Promise<void>;
}

/** The key that every double accepts. */
export const rightKey = 'right-key';

const words: Readonly<Record<string, string>> = {
  ko: '번역한 글',
  ja: '訳した文です',
  es: 'el texto de la casa',
  tr: 'çevrilen metin ve kitap',
  en: 'the text of the house',
};

/** What a double makes of markup: its tags and what must stay, with other words in between. */
export const translated = (html: string, target: string): string =>
  html.replace(/<span translate="no">[^<]*<\/span>|<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<') || piece.trim() === '' ? piece : ` ${words[target.slice(0, 2).toLowerCase()] ?? piece} `,
  );

/** How the real ones are called, and answer. */
interface Shape {
  isAllowed: (request: IncomingMessage, body: Body) => boolean;
  refusal: [status: number, body: object];
  probe: (path: string) => object | undefined;
  read: (path: string, body: Body) => Omit<SentPassage, 'path'> | undefined;
  write: (texts: string[]) => object;
}

type Body = Record<string, unknown>;

const shapes: Readonly<Record<ProviderName, Shape>> = {
  deepl: {
    isAllowed: ({ headers }) => headers.authorization === `DeepL-Auth-Key ${rightKey}`,
    refusal: [403, { message: 'Authorization failed.' }],
    probe: (path) => (path === '/usage' ? { character_count: 12, character_limit: 500_000 } : undefined),
    read: (path, { text, target_lang, source_lang, tag_handling }) =>
      path === '/translate' && source_lang === 'EN' && tag_handling === 'html'
        ? { texts: text as string[], target: String(target_lang) }
        : undefined,
    write: (texts) => ({ translations: texts.map((text) => ({ detected_source_language: 'EN', text })) }),
  },
  google: {
    isAllowed: ({ headers }) => headers['x-goog-api-key'] === rightKey,
    refusal: [
      403,
      { error: { code: 403, message: 'The request is missing a valid API key.', status: 'PERMISSION_DENIED' } },
    ],
    probe: (path) => (path === '/languages?target=en' ? { data: { languages: [{ language: 'ko' }] } } : undefined),
    read: (path, { q, target, source, format }) =>
      path === '' && source === 'en' && format === 'html'
        ? { texts: q as string[], target: String(target) }
        : undefined,
    write: (texts) => ({ data: { translations: texts.map((translatedText) => ({ translatedText })) } }),
  },
  libretranslate: {
    isAllowed: ({ method }, { api_key }) => method === 'GET' || api_key === rightKey,
    refusal: [403, { error: 'Invalid API key' }],
    probe: (path) => (path === '/languages' ? [{ code: 'en', name: 'English', targets: ['ko'] }] : undefined),
    read: (path, { q, target, source, format }) =>
      path === '/translate' && source === 'en' && format === 'html'
        ? { texts: q as string[], target: String(target) }
        : undefined,
    write: (translatedText) => ({ translatedText }),
  },
  openai: {
    isAllowed: ({ headers }) => headers.authorization === `Bearer ${rightKey}`,
    refusal: [
      401,
      { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' } },
    ],
    probe: (path) => (path === '/models' ? { object: 'list', data: [{ id: 'small', object: 'model' }] } : undefined),
    read: (path, { model, messages }) => {
      const [system, user] = (messages ?? []) as { content: string }[];
      const language = Object.entries({ ko: 'Korean', ja: 'Japanese', es: 'Spanish', tr: 'Turkish' }).find(([, name]) =>
        system?.content.includes(`to ${name}.`),
      );
      return path === '/chat/completions' && model === 'small' && user && language
        ? { texts: [JSON.parse(user.content).text], target: language[0] }
        : undefined;
    },
    write: ([text]) => completion(JSON.stringify({ translation: text })),
  },
};

/** An answer of a model with this content. */
export const completion = (content: string, finish_reason = 'stop'): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'small',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
  usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
});

export const answerJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What a provider would answer to a passage, with other texts. */
export const shaped = (name: ProviderName, texts: string[]): object => shapes[name].write(texts);

/** A local server that is called and answers like a provider. */
export async function startProvider(name: ProviderName): Promise<ProviderDouble> {
  const shape = shapes[name];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const path = (request.url ?? '').replace(/^\/base/, '');
    const body: Body = text === '' ? {} : JSON.parse(text);
    if (!shape.isAllowed(request, body)) return answerJson(response, shape.refusal[1], shape.refusal[0]);
    const probed = request.method === 'GET' && shape.probe(path);
    if (probed) return answerJson(response, probed);
    const passage = shape.read(path, body);
    if (!passage) return answerJson(response, { message: 'Not found' }, 404);
    const sent = { path, ...passage };
    double.sent.push(sent);
    if (double.answer) return double.answer(response, sent);
    answerJson(response, shape.write(sent.texts.map((one) => translated(one, sent.target))));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const double: ProviderDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    sent: [],
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return double;
}
