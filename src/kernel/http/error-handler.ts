import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type FieldProblem } from '../errors.ts';
import type { Catalogues } from '../i18n/catalogues.ts';
import type { Locale } from '../i18n/locale.ts';
import { localeOf, wantsPage } from './caller.ts';
import { type ConstraintMeanings, toAppError } from './error-answers.ts';
import type { Web } from './web.ts';

export interface ErrorBody {
  error: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
    request_id?: string;
  };
}

/** Answers every failure: `{error: {code, message, fields}}` to scripts, a page to people, a sign-in to strangers. */
export function handleErrors(
  app: FastifyInstance,
  catalogues: Catalogues,
  constraints: ConstraintMeanings,
  web: Web,
): void {
  const answer = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known =
      toAppError(error, constraints) ?? new AppError(500, 'error.unexpected', { id: request.id }, { cause: error });
    if (known.status >= 500) request.log.error({ err: known.options.cause ?? error }, known.code);
    if (reply.sent) return;
    if (known.status === 401 && wantsPage(request) && !isFragment(request)) {
      return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303);
    }
    const body = errorBody(catalogues, localeOf(request), known);
    if (wantsPage(request) && !isFragment(request))
      return web.errorPage(request, reply, known.status, body.error.message);
    return reply.code(known.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  };
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new AppError(404, 'error.not_found'), request, reply));
}

// A script that fetches a fragment wants the error as data; only a navigation wants a page.
const isFragment = (request: FastifyRequest) => {
  const mode = request.headers['sec-fetch-mode'];
  return mode !== undefined && mode !== 'navigate';
};

/** Translates an error for its caller. */
export function errorBody(catalogues: Catalogues, locale: Locale, error: AppError): ErrorBody {
  const { field, fields, details } = error.options;
  const message = catalogues.text(locale, error.code, error.values);
  const problem = ({ key, values }: FieldProblem) => catalogues.text(locale, key, values);
  const named = Object.entries(fields ?? {}).map(([path, found]): [string, string] => [path, problem(found)]);
  const all = field === undefined ? named : [...named, [field, message] as [string, string]];
  return {
    error: {
      code: error.code,
      message,
      ...(all.length > 0 && { fields: Object.fromEntries(all) }),
      ...(details && { details }),
    },
  };
}
