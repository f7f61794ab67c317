/** What is read here of an OpenAPI document; everything else passes through. */
export interface Described {
  components?: object;
  security?: object[];
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  tags?: string[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}

interface Body {
  description?: string;
  content?: Record<string, Media>;
}

interface Media {
  schema?: unknown;
}

/** What a document says besides its calls. */
interface Head {
  title: string;
  /** The address of this office. */
  origin: string;
  /** Leading parts of a path that are left out of the names of operations. */
  prefix: RegExp;
  /** By status or range of them, what callers are answered besides success. */
  refusals: Readonly<Record<string, string>>;
  tags: readonly { name: string; description?: string }[];
}

/** The document with the address of the office, operation ids that can be names of functions, and each schema named once. */
export function namedDocument({ paths = {}, ...rest }: Described, { title, origin, prefix, refusals, tags }: Head) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      id: operationName(method, path.replace(prefix, '')),
    })),
  );
  const { names, schemas } = namesOf(calls);
  const refer = ({ content, ...body }: Body): Body => ({
    ...body,
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, { schema, ...media }]) => {
          const name = names.get(JSON.stringify(schema));
          return [type, { ...media, schema: name ? { $ref: `#/components/schemas/${name}` } : schema }];
        }),
      ),
    }),
  });
  const written: Record<string, Record<string, object>> = {};
  for (const { path, method, operation, id } of calls) {
    const { responses = {}, requestBody, ...other } = operation;
    const { default: failure = {}, ...own } = responses;
    const answers = {
      ...Object.fromEntries(Object.entries(own).map(([status, body]) => [status, refer(body)])),
      ...Object.fromEntries(
        Object.entries(refusals)
          .filter(([status]) => !(status in own))
          .map(([status, description]) => [status, { ...refer(failure), description }]),
      ),
    };
    written[path] = {
      ...written[path],
      [method]: {
        ...other,
        operationId: id,
        ...(requestBody && { requestBody: refer(requestBody) }),
        responses: answers,
      },
    };
  }
  return {
    ...rest,
    info: { title, version: '1' },
    servers: [{ url: origin }],
    tags,
    components: { ...rest.components, schemas },
    paths: written,
  };
}

/** `GET /books/{bid}/sentences` is `getBooksByBidSentences`. */
function operationName(method: string, path: string): string {
  const words = path
    .split('/')
    .map((part) => part.replace(/^\{(\w+)\}$/, 'by_$1'))
    .flatMap((part) => part.split(/[^a-z0-9]+/i).filter(Boolean));
  return method + words.map(capitalized).join('');
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface Named {
  method: string;
  id: string;
  operation: Operation;
}

/** A name for each schema of a body or an answer: of those that are the same, that of the shortest call, preferably a GET. */
function namesOf(calls: readonly Named[]) {
  const names = new Map<string, string>();
  const schemas: Record<string, unknown> = {};
  const give = (name: string, schema: unknown) => {
    const text = JSON.stringify(schema);
    if (names.has(text)) return;
    const free = name in schemas ? `${name}2` : name;
    names.set(text, free);
    schemas[free] = schema;
  };
  const ranked = calls.toSorted(
    (one, other) =>
      Number(one.method !== 'get') - Number(other.method !== 'get') ||
      one.id.length - other.id.length ||
      (one.id < other.id ? -1 : 1),
  );
  for (const { operation } of ranked) {
    for (const schema of schemasIn(operation.responses?.['default'])) give('Failure', schema);
  }
  for (const { id, operation } of ranked) {
    for (const [status, answer] of Object.entries(operation.responses ?? {})) {
      for (const schema of schemasIn(answer)) give(capitalized(id) + (status === '200' ? '' : status), schema);
    }
  }
  for (const { id, operation } of ranked) {
    for (const schema of schemasIn(operation.requestBody)) give(`${capitalized(id)}Body`, schema);
  }
  return { names, schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Those that have parts: a text alone needs no name. */
const schemasIn = (body: Body | undefined) =>
  Object.values(body?.content ?? {}).flatMap(({ schema }) => (hasParts(schema) ? [schema] : []));

const hasParts = (schema: unknown) =>
  typeof schema === 'object' &&
  schema !== null &&
  ['properties', 'items', 'anyOf', 'oneOf', 'additionalProperties'].some((key) => key in schema);
