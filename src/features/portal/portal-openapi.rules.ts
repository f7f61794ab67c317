/** What this file needs of an OpenAPI document; everything else passes through. */
interface Described {
  components?: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> };
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId?: string;
  tags?: string[];
  responses?: Record<string, Response>;
}

interface Response {
  description?: string;
  content?: Record<string, { schema?: unknown }>;
}

const prefix = '/portal/v1/';

// What callers of the portal are answered besides success, as docs/portal.md explains.
const refusals: Record<string, string> = {
  400: 'The request is malformed',
  401: 'The key is missing, unknown, revoked or expired',
  403: 'The key is for other calls',
  404: 'There is nothing that readers may see',
  409: 'The code was used, or the same call is being answered',
  410: 'The place in the changes is gone: read everything again',
  422: 'A rule refuses it; of a code, why it cannot be redeemed',
  429: 'Too many requests: try again after Retry-After',
  503: 'Try again after Retry-After',
};

/**
 * The description of the portal alone, for the tools of its developers: with the address of this office, operation ids
 * that can be names of functions, and each schema named once.
 */
export function portalDocument(whole: object, origin: string) {
  const { paths = {}, components = {}, ...rest }: Described = whole;
  const schemas: Record<string, unknown> = { ...components.schemas };
  const described = Object.entries(paths).filter(([path]) => path.startsWith(prefix));
  const named = described.map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const operationId = nameOf(method, path);
      return [
        method,
        { ...operation, operationId, tags: ['portal'], responses: answersOf(operation, operationId, schemas) },
      ];
    });
    return [path, Object.fromEntries(operations)];
  });
  return {
    ...rest,
    info: { title: 'Library portal', version: '1' },
    servers: [{ url: origin }],
    tags: [{ name: 'portal', description: 'What readers may see, and redeeming codes' }],
    components: { securitySchemes: { key: components.securitySchemes?.['key'] }, schemas },
    security: [{ key: [] }],
    paths: Object.fromEntries(named),
  };
}

/** `GET /portal/v1/books/{bid}/sentences` is `getBooksByBidSentences`. */
function nameOf(method: string, path: string): string {
  const words = path
    .slice(prefix.length)
    .split('/')
    .map((part) => part.replace(/^\{(\w+)\}$/, 'by_$1'))
    .flatMap((part) => part.split(/[^a-z0-9]+/i).filter(Boolean));
  return method + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function answersOf({ responses = {} }: Operation, operationId: string, schemas: Record<string, unknown>) {
  const { default: failure, ...successes } = responses;
  const name = (wanted: string, content: Response['content']) =>
    content &&
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        if (!type.endsWith('json')) return [type, media];
        schemas[wanted] = media.schema;
        return [type, { ...media, schema: { $ref: `#/components/schemas/${wanted}` } }];
      }),
    );
  const answer = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}`;
  const good = Object.entries(successes).map(([status, { content, ...one }]) => [
    status,
    { ...one, ...(content && { content: name(answer, content) }) },
  ]);
  const content = name('Failure', failure?.content);
  const bad = Object.entries(refusals).map(([status, description]) => [status, { description, content }]);
  return Object.fromEntries([...good, ...bad]);
}
