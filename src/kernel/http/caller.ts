import type { FastifyRequest } from 'fastify';
import type { Actor } from '../context.ts';
import { defaultLocale, type Locale, parseLocale } from '../i18n/locale.ts';
import type { Caller } from '../unit-of-work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, or null. */
    actor: Actor | null;
  }
}

/** The language a request asks for: the `lang` parameter, then the cookies, then English. */
export function localeOf({ url, cookies }: FastifyRequest): Locale {
  // From the address itself: a checked query keeps only the parameters that its schema names.
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1];
  return parseLocale(asked) ?? parseLocale(cookies?.lang) ?? parseLocale(cookies?.language) ?? defaultLocale;
}

export function callerOf(request: FastifyRequest): Caller {
  return { actor: request.actor, locale: localeOf(request), requestId: request.id };
}

/** Whether the answer is for a person's browser page rather than for a script. */
export function wantsPage(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(api|portal|messages|openapi|storage)\b/.test(request.url)
  );
}
