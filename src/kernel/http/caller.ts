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
export function localeOf(request: FastifyRequest): Locale {
  const query =
    request.query && typeof request.query === 'object' && 'lang' in request.query ? request.query.lang : null;
  return (
    parseLocale(query) ?? parseLocale(request.cookies?.lang) ?? parseLocale(request.cookies?.language) ?? defaultLocale
  );
}

export function callerOf(request: FastifyRequest): Caller {
  return { actor: request.actor, locale: localeOf(request), requestId: request.id };
}

/** Whether the answer is for a person's browser page rather than for a script. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && !/^\/(api|portal|messages|openapi|storage)\b/.test(request.url);
}
