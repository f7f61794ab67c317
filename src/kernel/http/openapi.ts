import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { FileFields, Stability } from '../work/contract.ts';
import { elementOf } from '../work/long-list.ts';
import { type Described, namedDocument } from './openapi-document.rules.ts';
import { originOf } from './origin.ts';

const text = z.string();

/** The answer of every failed call; see {@link ErrorBody}. */
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

const planned = z
  .object({ results: z.looseObject({ approval: z.int() }) })
  .describe('Planned: another person has to approve it; see /api/v1/approval');

type Document = Parameters<SwaggerTransform>[0];

/** Calls of administrators that another person may have to approve, as `second_person` is set. */
const mayWait = ({ route: { method, config } }: Document) =>
  method !== 'GET' && config?.isData === true && config.permission === 'admin' && !config.files;

/** An answer that the schemas of a route do not describe. */
interface AnswerDocs {
  description: string;
  /** By content type; none if the answer is only a status. */
  content?: Record<string, z.ZodType>;
  headers?: readonly string[];
}

/** What openapi.json says about a route in addition to its schemas: `config.docs`. */
export interface RouteDocs {
  files?: FileFields | undefined;
  fields?: z.ZodObject | undefined;
  answers?: Record<number, AnswerDocs>;
  stability?: Stability;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    docs?: RouteDocs;
  }
}

/** A 303 redirect. */
export const redirectsTo = (description: string): AnswerDocs => ({ description, headers: ['location'] });

/** An answer as JSON, or as a page in browsers. */
export const pageOr = (description: string, json: z.ZodType = failure): AnswerDocs => ({
  description,
  content: { 'application/json': json, 'text/html': text },
});

const groupOf = (url: string) => /^\/(?:api\/v\d\/)?(\w+)/.exec(url)?.[1] ?? url;

type Written = Record<string, unknown>;

/** Adds what the contract lacks: failures, files, answers without a schema, and which calls need no session. */
const describe: SwaggerTransform = (document) => {
  const schema = { ...document.schema };
  const { permission, forPrograms, docs = {} } = document.route.config ?? {};
  const answers = Object.entries(docs.answers ?? {});
  const own: Written = Object(schema.response);
  const response = {
    ...(answers.length === 0 && { 200: done }),
    ...own,
    ...Object.fromEntries(answers.flatMap(withContent)),
    ...(mayWait(document) && { 202: planned }),
    default: failure,
  };
  const { schema: written, url } = write(document, { ...schema, tags: [groupOf(document.url)], response });
  const bare = answers
    .filter(([, { content }]) => !content)
    .map(([status, answer]) => [status, withoutContent(answer)]);
  return {
    schema: {
      ...written,
      response: { ...Object(written.response), ...Object.fromEntries(bare) },
      ...(docs.stability && { 'x-stability': docs.stability }),
      ...(docs.files && { body: { content: bodyTypes(document, docs) } }),
      ...(permission === 'public' && { security: [] }),
      ...(permission?.startsWith('key:') && { security: [{ key: [] }] }),
      ...(forPrograms && { security: [{ session: [] }, { key: [] }] }),
    },
    url,
  };
};

const fullSchema = createJsonSchemaTransform({ zodToJsonConfig: { override: withElements } });

const write = (document: Document, schema: object) => fullSchema({ ...document, schema });

/** Long lists are bodies, so their elements are described as callers send them. */
function withElements({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const element = elementOf(zodSchema);
  if (!element) return;
  jsonSchema.items = z.toJSONSchema(element, { io: 'input', unrepresentable: 'any', override: withElements });
}

const withContent = ([status, { description, content }]: [string, AnswerDocs]) => {
  const media = Object.entries(content ?? {}).map(([type, schema]) => [type, { schema }]);
  return content ? [[status, { description, content: Object.fromEntries(media) }]] : [];
};

const withoutContent = ({ description, headers = [] }: AnswerDocs) => ({
  type: 'null',
  description,
  headers: Object.fromEntries(headers.map((name) => [name, { type: 'string' }])),
});

/** A form with files by field name, and the body types accepted instead of a form. */
function bodyTypes(document: Document, { files = {}, fields }: RouteDocs): Written {
  const kinds = { one: z.file(), optional: z.file().optional(), many: z.array(z.file()).min(1) };
  const named = Object.entries(files).map(([name, kind]) => [name, kinds[kind]]);
  const form = z.strictObject({ ...fields?.shape, ...Object.fromEntries(named) });
  const { body, consumes } = Object(document.schema);
  const other = write(document, { body }).schema['body'];
  return Object.fromEntries(
    [consumes].flat().map((type: string) => {
      const isForm = type === 'multipart/form-data';
      return [type, { schema: isForm ? write(document, { body: form }).schema['body'] : other }];
    }),
  );
}

const refusals = {
  '4XX': 'Refused: malformed, not signed in, not allowed, not found, changed meanwhile, against a rule, or too often',
  '5XX': 'Failed, or not available now: try again after Retry-After, if there is one',
};

/** Describes every mounted call at /openapi.json, for administrators. */
export async function describeCalls(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Library Office', version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
          key: { type: 'http', scheme: 'bearer', description: 'A key created at /settings/keys' },
        },
      },
      security: [{ session: [] }],
    },
    transform: describe,
  });
  let described: { of: string; document: object } | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async () => {
    const of = originOf(config, app.server);
    described = described?.of === of ? described : { of, document: officeDocument(app.swagger(), of) };
    return described.document;
  });
}

/** The description of everything that is mounted, at this address. */
export function officeDocument(document: object, origin: string) {
  const whole: Described = document;
  const used = Object.values(whole.paths ?? {}).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags = [] }) => tags),
  );
  const tags = [...new Set(used)].toSorted().map((name) => ({ name, description: `Calls of ${name}` }));
  return namedDocument(whole, { title: 'Library Office', origin, prefix: /^\/api(\/v1)?(?=\/)/, refusals, tags });
}
