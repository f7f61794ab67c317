import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A cache in front of an office that forgets by tags as a public one does, as far as its documents say how. */
export interface CdnDouble {
  /** Serves the office's answers, and takes its own calls. */
  readonly url: string;
  /** How many keys or tags each purge named. */
  readonly purged: readonly number[];
  /** From now on its own calls are refused like this. */
  refuse(answer: { status: number; body: object } | undefined): void;
  stop(): Promise<void>;
}

interface Kind {
  /** The header by which it knows an answer, which it passes on to nobody. */
  tagHeader: string;
  separator: string;
  /** As it compares them. */
  asCompared: (tag: string) => string;
  isAllowed: (headers: http.IncomingHttpHeaders) => boolean;
  /** The tags of a call, or `all`; undefined if it has no such call. */
  read: (path: string, body: unknown) => readonly string[] | 'all' | undefined;
  most: number;
  /** What it answers. */
  taken: (tags: readonly string[]) => object;
  refused: (reason: string) => object;
}

/** The service or zone, and what opens it. */
export const doubleOf = 'S1';
export const doubleKey = 'open';

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];
const at = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined;

const cdnKinds = {
  // https://www.fastly.com/documentation/reference/api/purging/ and …/reference/http/http-headers/Surrogate-Key
  fastly: {
    tagHeader: 'surrogate-key',
    separator: ' ',
    asCompared: (tag) => tag,
    isAllowed: (headers) => headers['fastly-key'] === doubleKey,
    read: (path, body) => {
      if (path === `/service/${doubleOf}/purge_all`) return 'all';
      return path === `/service/${doubleOf}/purge` ? strings(at(body, 'surrogate_keys')) : undefined;
    },
    most: 256,
    taken: (tags) =>
      tags.length === 0 ? { status: 'ok' } : Object.fromEntries(tags.map((tag, n) => [tag, `108-139156017${n}-9`])),
    refused: (reason) => ({ msg: reason }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/ and …/api/resources/cache/methods/purge/
  cloudflare: {
    tagHeader: 'cache-tag',
    separator: ',',
    // Tags are compared without their case.
    asCompared: (tag) => tag.toLowerCase(),
    isAllowed: (headers) => headers.authorization === `Bearer ${doubleKey}`,
    read: (path, body) => {
      if (path !== `/client/v4/zones/${doubleOf}/purge_cache`) return undefined;
      return at(body, 'purge_everything') === true ? 'all' : strings(at(body, 'tags'));
    },
    most: 100,
    taken: () => ({ success: true, errors: [], messages: [], result: { id: doubleOf } }),
    refused: (message) => ({ success: false, errors: [{ code: 10_000, message }], messages: [], result: null }),
  },
} satisfies Record<string, Kind>;

interface Stored {
  body: string;
  headers: Record<string, string>;
  tags: readonly string[];
}

/** Starts one in front of an office. */
export async function startCdnDouble(name: keyof typeof cdnKinds, office: string): Promise<CdnDouble> {
  const kind: Kind = cdnKinds[name];
  const stored = new Map<string, Stored>();
  const purged: number[] = [];
  let refusal: { status: number; body: object } | undefined;

  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { authorization = '', origin = '' } = request.headers;
    const variant = [request.url, authorization, origin].join('\n');
    const found = stored.get(variant);
    const answer = found ?? (await fetched(`${office}${request.url}`, authorization, kind));
    if (!found && /s-maxage=[1-9]/.test(answer.headers['cache-control'] ?? '')) stored.set(variant, answer);
    response.writeHead(200, { ...answer.headers, 'x-from': found ? 'cache' : 'office' }).end(answer.body);
  };
  const take = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body: unknown = Number(request.headers['content-length'] ?? 0) > 0 ? await json(request) : undefined;
    const answer = (status: number, said: object) => response.writeHead(status).end(JSON.stringify(said));
    if (refusal) return answer(refusal.status, refusal.body);
    if (!kind.isAllowed(request.headers)) return answer(403, kind.refused('Authentication error'));
    const tags = kind.read(request.url ?? '', body);
    if (tags === undefined) return answer(404, kind.refused('Not found'));
    if (tags !== 'all' && (tags.length === 0 || tags.length > kind.most))
      return answer(400, kind.refused(`1 to ${kind.most} of them`));
    const named = new Set(tags === 'all' ? [] : tags.map(kind.asCompared));
    for (const [variant, one] of stored)
      if (tags === 'all' || one.tags.some((tag) => named.has(tag))) stored.delete(variant);
    if (tags !== 'all') purged.push(tags.length);
    return answer(200, kind.taken([...named]));
  };
  const server = http.createServer((request, response) => {
    const done = request.method === 'GET' ? serve(request, response) : take(request, response);
    done.catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    purged,
    refuse: (answer) => (refusal = answer),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function fetched(address: string, authorization: string, kind: Kind): Promise<Stored> {
  const answer = await fetch(address, { headers: { authorization } });
  const tags = (answer.headers.get(kind.tagHeader) ?? '').split(kind.separator).map(kind.asCompared);
  return { body: await answer.text(), headers: { 'cache-control': answer.headers.get('cache-control') ?? '' }, tags };
}
