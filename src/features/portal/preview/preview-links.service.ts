import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kernel/errors.ts';
import { portalMessages } from '../portal.messages.ts';

/** What a link shows, as of when, and until when it can be opened. Seconds; an `at` of 0 is now. */
export interface PreviewLink {
  of: string;
  id: string;
  at: number;
  until: number;
}

/** Makes and checks the addresses of previews. They are signed whole: what they show is nobody's to change. */
export class PreviewLinks {
  readonly #key: Buffer;

  constructor(installationSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'preview links', 32));
  }

  href(link: PreviewLink): string {
    const { of, id, at, until } = link;
    const query = new URLSearchParams({
      at: String(at),
      until: String(until),
      sig: this.sign(link).toString('base64url'),
    });
    return `/preview/${of}/${encodeURIComponent(id)}?${query}`;
  }

  /** Throws 404 for an address that was not made here, and 410 for one whose time is over. */
  check(link: PreviewLink, signature: string, now: Date): void {
    const given = Buffer.from(signature, 'base64url');
    const right = this.sign(link);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError(404, 'error.not_found');
    if (link.until * 1000 <= now.getTime()) throw portalMessages.error(410, 'portal.preview_expired');
  }

  private sign({ of, id, at, until }: PreviewLink): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([of, id, at, until]))
      .digest();
  }
}
