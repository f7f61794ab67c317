import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

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
}

/** Makes and checks the addresses of previews. All parameters are signed, so that nobody can change what they show. */
export class PreviewLinks {
  readonly #key: Buffer;

  constructor(installationSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'preview links', 32));
  }

  href(shown: PreviewLink): string {
    const { of, id, at, until, link, release } = shown;
    const query = new URLSearchParams({
      at: String(at),
      until: String(until),
      link: String(link),
      ...(release !== 0 && { release: String(release) }),
      sig: this.sign(shown).toString('base64url'),
    });
    return `/preview/${of}/${encodeURIComponent(id)}?${query}`;
  }

  /** Whether an address was made here and is unchanged. */
  isGenuine(shown: PreviewLink, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const right = this.sign(shown);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  private sign({ of, id, at, until, link, release }: PreviewLink): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([of, id, at, until, link, ...(release === 0 ? [] : [release])]))
      .digest();
  }
}
