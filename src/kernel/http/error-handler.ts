import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Catalogues } from '../messages/catalogues.ts';
import { AppError, type FieldProblem, namedFields } from '../messages/errors.ts';
import type { Locale } from '../messages/locale.ts';
import { localeOf, wantsPage } from './caller.ts';
import { type ConstraintMeanings, toAppError } from './error-answers.ts';
import type { PassingFailures } from './passing-failures.ts';
import type { Web } from './web.ts';

/** When to try again what the database, or somebody else's work, kept from being done. */
export const soonSeconds = 2;

// Maximum length of the URL to open after log-in. Characters.
const longestNext = 2000;

interface ErrorBody {
  error: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
    request_id?: string;
  };
}

/**
 * Answers every failure: `{error: {code, message, fields}}` for scripts, a page for people, the log-in page for
 * strangers.
 */
export function handleErrors(
  app: FastifyInstance,
  {
    catalogues,
    constraints,
    web,
    passing,
  }: { catalogues: Catalogues; constraints: ConstraintMeanings; web: Web; passing: PassingFailures },
): void {
  const answer = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known =
      toAppError(error, constraints) ?? new AppError(500, 'error.unexpected', { id: request.id }, { cause: error });
    if (known.status === 503) passing.note(known.code, known.options.cause ?? error);
    else if (known.status >= 500) request.log.error({ err: known.options.cause ?? error }, known.code);
    if (reply.sent) return;
    const { retryAfter = known.status === 503 ? soonSeconds : undefined } = known.options;
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    if (known.status === 401 && wantsPage(request)) {
      // A URL close to the header size limit would not fit into a header again.
      const next = request.url.length > longestNext ? '' : `?next=${encodeURIComponent(request.url)}`;
      return reply.redirect(`/login${next}`, 303);
    }
    const body = errorBody(catalogues, localeOf(request), known);
    if (wantsPage(request)) return web.errorPage(request, reply, known.status, body.error.message);
    return reply.code(known.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  };
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new AppError(404, 'error.not_found'), request, reply));
}

// How much of the input is echoed: characters of a name, of a message, and bytes of all fields together.
const longestName = 200;
const longestMessage = 500;
const fieldBytes = 12_000;

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text);

/** Translates an error for its caller. Field messages are limited to 16 KB in total, whatever was sent. */
function errorBody(catalogues: Catalogues, locale: Locale, error: AppError): ErrorBody {
  const { field, fields, details } = error.options;
  const message = cut(catalogues.text(locale, error.code, error.values), longestMessage);
  const problem = ({ key, values }: FieldProblem) => cut(catalogues.text(locale, key, values), longestMessage);
  const named = Object.entries(fields ?? {})
    .slice(0, namedFields)
    .map(([path, found]): [string, string] => [cut(path, longestName), problem(found)]);
  const all = withinBytes(field === undefined ? named : [...named, [cut(field, longestName), message]]);
  return {
    error: {
      code: error.code,
      message,
      ...(all.length > 0 && { fields: Object.fromEntries(all) }),
      ...(details && { details }),
    },
  };
}

function withinBytes(fields: readonly [string, string][]): readonly [string, string][] {
  let bytes = 0;
  const over = fields.findIndex((field) => (bytes += Buffer.byteLength(JSON.stringify(field))) > fieldBytes);
  return over < 0 ? fields : fields.slice(0, over);
}
