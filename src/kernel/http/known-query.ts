import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../messages/errors.ts';
import { staffBehind } from './caller.ts';

// The language of any call.
const everywhere = ['lang'];

/**
 * Refuses names in the query of a program of staff that its call does not have: with a misspelt filter it would take all for what
 * it asked for. Browsers send on the address of a page, whatever is in it.
 */
export function requireKnownQuery(request: FastifyRequest, query: z.ZodType | undefined): void {
  if (staffBehind(request)?.keyName === undefined || !(query instanceof z.ZodObject)) return;
  const known = new Set([...Object.keys(query.shape), ...everywhere]);
  const [, search = ''] = request.url.split('?');
  const unknown = [...new URLSearchParams(search).keys()].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const fields = Object.fromEntries(unknown.map((name) => [name, { key: 'invalid.unknown_field' }]));
  throw new AppError(400, 'invalid.input', undefined, { fields });
}
