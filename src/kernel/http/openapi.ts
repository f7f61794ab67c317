import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

const text = z.string();

/** What every call answers when it fails; see {@link ErrorBody}. */
const failure = z
  .object({
    error: z.object({
      code: text.describe('A stable name, or a code of the catalogue'),
      message: text.describe("In the caller's language"),
      fields: z.record(text, text).optional().describe('Field path to message'),
      details: z.looseObject({}).optional().describe('What a screen needs to offer a way on'),
    }),
  })
  .describe('Refused (400 to 429), or failed (500, 503)');

const done = z.unknown().describe('Done');

const files = z.record(text, z.file());

const groupOf = (url: string) => /^\/(?:api\/v\d\/)?(\w+)/.exec(url)?.[1] ?? url;

/** Beside what the contract says: the failure, that an upload has a body, and who may call without a session. */
const describe: SwaggerTransform = (document) => {
  const schema = { ...document.schema };
  const upload = String(schema.consumes) === 'multipart/form-data';
  const described = {
    ...document,
    schema: {
      ...schema,
      tags: [groupOf(document.url)],
      ...(upload && { body: files }),
      response: { 200: done, ...Object(schema.response), default: failure },
    },
  };
  const { schema: written, url } = jsonSchemaTransform(described);
  const open = document.route.config?.permission === 'public';
  return { schema: { ...written, ...(open && { security: [] }) }, url };
};

/** Describes every mounted call at /openapi.json and shows the description at /docs. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Library Office', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
      security: [{ session: [] }],
    },
    transform: describe,
  });
  app.get('/openapi.json', { config: { permission: 'signed-in' }, schema: { hide: true } }, async () => app.swagger());
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'signed-in' };
    });
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: false, uiConfig: { url: '/openapi.json' } });
  });
}
