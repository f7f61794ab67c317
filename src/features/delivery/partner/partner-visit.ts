import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Seal } from '#kernel/config/seal.ts';
import { pageOf } from './partner-link.service.ts';
import type { OpenedLink } from './partner-link.store.ts';

const cookie = 'delivery';

// Long enough to look and to download; the password is asked for again afterwards. Seconds.
const lasts = 30 * 60;

/** The visit of somebody who knew the password: a sealed note in the browser, valid for this page and password alone. */
export class PartnerVisits {
  readonly #seal: Seal;
  private readonly isSecure: boolean;

  constructor(seal: Seal, isSecure: boolean) {
    this.#seal = seal;
    this.isSecure = isSecure;
  }

  /** Lets the browser in until `now` and half an hour. */
  begin(request: FastifyRequest, reply: FastifyReply, { link, token, now }: Visit): void {
    const until = String(Math.floor(now.getTime() / 1000) + lasts);
    void reply.setCookie(cookie, this.#seal.close(until, ownerOf(link)).toString('base64url'), {
      path: pageOf(token),
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isSecure || request.protocol === 'https',
      maxAge: lasts,
    });
  }

  /** Whether the page may be shown: it has no password, or this browser knew it. */
  isLetIn(request: FastifyRequest, link: OpenedLink, now: Date): boolean {
    if (link.password_hash === null) return true;
    const note = request.cookies[cookie];
    const until = note && this.#seal.open(Buffer.from(note, 'base64url'), ownerOf(link));
    return until !== undefined && Number(until) * 1000 > now.getTime();
  }
}

interface Visit {
  link: OpenedLink;
  token: string;
  now: Date;
}

const ownerOf = ({ link_idx, password_hash: hash }: OpenedLink) => `${link_idx} ${hash}`;
