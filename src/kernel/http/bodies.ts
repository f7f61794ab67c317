import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../messages/errors.ts';
import { InputError } from './error-answers.ts';
import { parseJson } from './json-body.ts';
import { maxParameters, requirePlainText } from './plain-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts files, each with its own limit; the body limit does not apply to such forms. */
    files?: boolean;
    /** Maximum number of elements and fields of a JSON body. */
    bodyValues?: number | undefined;
  }
}

/** Default maximum size of a body. Bytes. */
export const bodyLimit = 64 * 1024;

// Default maximum number of values in a JSON body.
const defaultValues = 5000;

/**
 * Reads JSON, form and multipart bodies, checks their text, then their contract: in slices, so that no body blocks the
 * event loop.
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
    parseJson(bytes, request.routeOptions.config.bodyValues ?? defaultValues),
  );
  await app.register(formbody, { bodyLimit });
  await app.register(multipart);
  app.addHook('preParsing', async (request) => {
    requireUtf8(request);
    requireSize(request);
  });
  app.addHook('preValidation', async ({ params, query, body, mediaType }) => {
    requirePlainText(params);
    requireParameters(query);
    if (mediaType === 'application/x-www-form-urlencoded') requireParameters(body);
  });
  app.addHook('preHandler', async (request) => {
    const { schema, config } = request.routeOptions;
    if (request.is404 || (config.files && !schema?.body)) return;
    // A multipart form without files, of a call that takes one, has been read by now.
    if (request.isMultipart() && !config.files && !request.body) throw new AppError(415, 'invalid.media_type');
    request.given = request.body;
    request.body = await checkedBody((schema?.body ?? Nothing) as z.ZodType, request.body ?? null);
  });
}

/** The schema for calls without a body. */
const Nothing = z.strictObject({}).nullable();

/** Bodies are checked here because Fastify neither awaits an asynchronous validator nor uses its result. */
async function checkedBody(schema: z.ZodType, body: unknown): Promise<unknown> {
  const parsed = await schema.safeParseAsync(body, { reportInput: true });
  if (!parsed.success) throw new InputError(parsed.error.issues);
  return parsed.data;
}

function requireUtf8({ headers }: FastifyRequest): void {
  for (const [, charset = ''] of (headers['content-type'] ?? '').matchAll(/charset\s*=\s*"?([^";\s]*)/gi)) {
    if (!/^utf-?8$/i.test(charset)) throw new AppError(415, 'invalid.media_type');
  }
}

/** A request whose declared length is too large is refused before reading any of it. */
function requireSize({ headers, routeOptions }: FastifyRequest): void {
  const { bodyLimit: limit, config } = routeOptions;
  if (!config.files && Number(headers['content-length'] ?? 0) > limit) throw new AppError(413, 'invalid.too_large');
}

function requireParameters(parameters: unknown): void {
  const count = Object.values(parameters ?? {}).flat().length;
  if (count > maxParameters) throw new AppError(400, 'invalid.too_many', { limit: maxParameters });
  requirePlainText(parameters);
}
