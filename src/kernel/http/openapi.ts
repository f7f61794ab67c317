import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes every mounted call at /openapi.json and shows the description at /docs. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Reading library back-office', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  app.get('/openapi.json', { config: { permission: 'signed-in' }, schema: { hide: true } }, async () => app.swagger());
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'signed-in' };
    });
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: false, uiConfig: { url: '/openapi.json' } });
  });
}
