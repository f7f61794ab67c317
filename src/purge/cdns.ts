/** A cache in front of the portal, which forgets answers by their tags. */
export interface Cdn {
  /** How many tags it takes at once. */
  readonly most: number;
  /** Resolves once it serves none of these tags any more; takes at most {@link Cdn.most}. Rejects if it did not take them. */
  purge(tags: readonly string[]): Promise<void>;
  purgeAll(): Promise<void>;
}

/** Where a cache is told what to forget. */
export interface CdnOptions {
  /** Its address; that of its own interface by default. */
  at?: string | undefined;
  /** The service of Fastly, or the zone of Cloudflare. */
  of?: string | undefined;
  /** What opens it. */
  key?: string | undefined;
}

// How long a cache may take to answer. Milliseconds.
const answerMs = 10_000;

/** The kinds of caches, by name. */
export const cdns: Readonly<Record<string, (options: CdnOptions) => Cdn>> = {
  /** https://www.fastly.com/documentation/reference/api/purging/ */
  fastly: ({ at = 'https://api.fastly.com', of = '', key = '' }) => {
    const headers = { 'fastly-key': key };
    const address = `${at}/service/${of}/purge`;
    return {
      most: 256,
      // In the body: as many in a header are more than servers take.
      purge: (tags) => send('POST', address, headers, { surrogate_keys: tags }),
      purgeAll: () => send('POST', `${address}_all`, headers),
    };
  },
  /** https://developers.cloudflare.com/api/resources/cache/methods/purge/ and …/cache/how-to/purge-cache/ for its limits */
  cloudflare: ({ at = 'https://api.cloudflare.com', of = '', key = '' }) => {
    const call = (body: object) =>
      send('POST', `${at}/client/v4/zones/${of}/purge_cache`, { authorization: `Bearer ${key}` }, body);
    return {
      most: 100,
      purge: (tags) => call({ tags }),
      purgeAll: () => call({ purge_everything: true }),
    };
  },
  /** Varnish with the configuration of docs/operations/cdn.md. */
  varnish: ({ at = '', key = '' }) => {
    const ban = (pattern: string) => send('BAN', at, { 'x-purge-key': key, 'x-tags': pattern });
    return {
      most: 50,
      purge: (tags) => ban(String.raw`(^|\s)(${tags.map(literally).join('|')})(\s|$)`),
      purgeAll: () => ban('.'),
    };
  },
  /** Any other: a POST with `{tags: […]}` or `{all: true}`. */
  http: ({ at = '', key = '' }) => {
    const call = (body: object) => send('POST', at, key === '' ? {} : { authorization: `Bearer ${key}` }, body);
    return { most: 500, purge: (tags) => call({ tags }), purgeAll: () => call({ all: true }) };
  },
};

const literally = (tag: string) => tag.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

async function send(method: string, address: string, headers: Record<string, string>, body?: object): Promise<void> {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(address).host} answered ${answer.status}: ${text.slice(0, 200)}`);
}
