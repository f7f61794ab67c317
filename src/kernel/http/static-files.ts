import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves a folder publicly: the log-in page needs its style and script too. */
export async function serveFiles(
  app: FastifyInstance,
  options: Pick<FastifyStaticOptions, 'root' | 'prefix' | 'maxAge' | 'immutable' | 'setHeaders'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public', anonymous: true };
    });
    await scope.register(fastifyStatic, { ...options, decorateReply: false });
  });
}
