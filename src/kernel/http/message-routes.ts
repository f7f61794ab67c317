import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Catalogues } from '../messages/catalogues.ts';
import { AppError } from '../messages/errors.ts';
import { locales } from '../messages/locale.ts';

const Params = z.object({ version: z.string(), locale: z.enum(locales), file: z.string().regex(/^[a-z-]+\.json$/) });

/** Serves compiled messages, one file per feature and language, at URLs that change with their content. */
export function messageRoutes(app: FastifyInstance, catalogues: Catalogues): void {
  app.get<{ Params: z.output<typeof Params> }>(
    '/messages/:version/:locale/:file',
    { config: { permission: 'public', anonymous: true }, schema: { hide: true, params: Params } },
    async (request, reply) => {
      const { locale, file, version } = request.params;
      const messages = catalogues.part(locale, file.replace('.json', ''));
      if (!messages) throw new AppError(404, 'error.not_found');
      const lasting = version === catalogues.version;
      return reply
        .header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(messages));
    },
  );
}
