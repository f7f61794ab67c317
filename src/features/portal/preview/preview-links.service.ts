import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysFor } from '#kernel/config/seal.ts';
import type { Secrets } from '#kernel/config/secret.ts';

/** What a link shows, as of when, and until when it can be opened. Seconds; an `at` of 0 means now. */
export interface PreviewLink {
  of: string;
  id: string;
  at: number;
  until: number;
  /** The number of the link that staff made; the links it leads to carry it too and end with it. */
  link: number;
  /** The release whose changes it shows; 0 for none. */
  release: number;
  /** The plan that it is applied with; 0 for none. */
  plan: number;
}

/** Makes and checks the addresses of previews. All parameters are signed, so that nobody can change what they show. */
export class PreviewLinks {
  readonly #keys: () => readonly Buffer[];

  constructor(secrets: Secrets) {
    this.#keys = keysFor(secrets, 'preview links');
  }

  href(shown: PreviewLink): string {
    const { of, id, at, until, link, release, plan } = shown;
    const query = new URLSearchParams({
      at: String(at),
      until: String(until),
      link: String(link),
      ...(release !== 0 && { release: String(release) }),
      ...(plan !== 0 && { plan: String(plan) }),
      sig: sign(this.#keys()[0] ?? Buffer.alloc(0), shown).toString('base64url'),
    });
    return `/preview/${of}/${encodeURIComponent(id)}?${query}`;
  }

  /** Whether an address was made here and is unchanged. */
  isGenuine(shown: PreviewLink, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return this.#keys().some((key) => {
      const right = sign(key, shown);
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }
}

const sign = (key: Buffer, { of, id, at, until, link, release, plan }: PreviewLink): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([of, id, at, until, link, ...(release === 0 ? [] : [release]), ...(plan === 0 ? [] : [{ plan }])]),
    )
    .digest();
