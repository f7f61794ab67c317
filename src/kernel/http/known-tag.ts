import type { FastifyRequest } from 'fastify';

/** Whether a caller has what this tag names already, and may be answered 304: `"…"`, compared weakly as RFC 9110 says. */
export function hasTag({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === tag || one === '*') ?? false;
}
