/** One field of an input or an answer; a nested field is named by its path, 'books[].bid'. */
export interface ApiField {
  name: string;
  /** Where it is sent: 'path', 'query', 'header' or 'body'. */
  location: string;
  type: string;
  required: boolean;
  note: string;
}

/** One call, prepared for display. */
export interface ApiCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  who: 'public' | 'session' | 'key';
  fields: ApiField[];
  answer: ApiField[];
  /** A valid body and an example answer, as JSON; null if there is none. */
  example: { body: string | null; answer: string | null };
  /** Possible answers other than 200. */
  others: { status: string; description: string }[];
  /** A command that sends it. */
  curl: string;
}

interface ApiGroup {
  name: string;
  calls: ApiCall[];
}

/** Props of the screen that lists all calls. */
export interface ApiIndexProps {
  groups: readonly { name: string; calls: readonly Pick<ApiCall, 'id' | 'method' | 'path' | 'summary'>[] }[];
  search: string;
}

/** Props of the screen of one group. */
export interface ApiGroupProps {
  group: ApiGroup;
}

interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  additionalProperties?: Schema | boolean;
}

interface Operation {
  summary?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<
    string,
    { description?: string; content?: Record<string, { schema?: Schema; example?: unknown }> }
  >;
}

/** The parts of an OpenAPI document that are read here. */
export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
}

/** Every call of the document, by group, prepared for display. */
export function groupsOf(document: ApiDocument, origin: string): ApiGroup[] {
  const groups = new Map<string, ApiCall[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? '';
      groups.set(name, [...(groups.get(name) ?? []), callOf(method.toUpperCase(), path, operation, origin)]);
    }
  }
  return [...groups]
    .map(([name, calls]) => ({ name, calls }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The calls that contain every word in their path, summary or fields. */
export function matchingGroups(groups: readonly ApiGroup[], text: string): ApiGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ method, path, summary, fields }: ApiCall) => {
    const all = [method, path, summary, ...fields.map(({ name }) => name)].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return groups
    .map(({ name, calls }) => ({ name, calls: calls.filter(matches) }))
    .filter(({ calls }) => calls.length > 0);
}

function callOf(method: string, path: string, operation: Operation, origin: string): ApiCall {
  const { summary = '', parameters = [], requestBody, responses = {}, security } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const { schema: answer, example: answered } = Object.values(responses['200']?.content ?? {})[0] ?? {};
  const who = security?.length === 0 ? 'public' : security?.some((one) => 'key' in one) ? 'key' : 'session';
  const example = body?.schema === undefined ? null : json(exampleOf(body.schema));
  return {
    id: `${method} ${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    method,
    path,
    summary,
    who,
    fields: [
      ...parameters.map(({ name, in: location, required = false, schema = {}, description = '' }) => ({
        name,
        location,
        type: typeOf(schema),
        required,
        note: description || (schema.description ?? ''),
      })),
      ...fieldsOf(body?.schema, 'body'),
    ],
    answer: fieldsOf(answer, ''),
    example: { body: example, answer: answer === undefined ? null : json(answered ?? exampleOf(answer)) },
    others: Object.entries(responses).flatMap(([status, { description = '' }]) =>
      status === '200' ? [] : [{ status: status === 'default' ? '4xx, 5xx' : status, description }],
    ),
    curl: curlOf({ method, url: origin + path, who, type, body: example }),
  };
}

interface Sent {
  method: string;
  url: string;
  who: ApiCall['who'];
  type: string | undefined;
  body: string | null;
}

function curlOf({ method, url, who, type, body }: Sent): string {
  const auth = { public: '', session: " -H 'cookie: sid=…'", key: " -H 'authorization: Bearer …'" }[who];
  const form = type === 'multipart/form-data';
  const sent =
    body === null ? '' : form ? " -F 'field=@file'" : ` -H 'content-type: application/json' -d '${flat(body)}'`;
  return `curl -X ${method} '${url}'${auth}${sent}`;
}

const flat = (text: string) => JSON.stringify(JSON.parse(text));

const json = (value: unknown) => JSON.stringify(value, null, 2);

// Deeper than anybody reads in a table.
const deepest = 5;

function fieldsOf(schema: Schema | undefined, location: string, path = '', depth = 0): ApiField[] {
  if (!schema || depth > deepest) return [];
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return distinct(shapes.flatMap((one) => fieldsOf(one, location, path, depth + 1)));
  if (schema.items) return fieldsOf(schema.items, location, `${path}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    const own = { name, location, type: typeOf(field), required, note: field.description ?? '' };
    return [own, ...fieldsOf(field, location, name, depth + 1)];
  });
}

const distinct = (fields: ApiField[]) => [...new Map(fields.map((field) => [field.name, field])).values()];

function typeOf(schema: Schema): string {
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return [...new Set(shapes.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `${typeOf(schema.items)}[]`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

function exampleOf(schema: Schema, depth = 0): unknown {
  const [shape] = schema.anyOf ?? schema.oneOf ?? [];
  if (shape) return exampleOf(shape, depth + 1);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.items) return depth > deepest ? [] : [exampleOf(schema.items, depth + 1)];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, field]) => [key, exampleOf(field, depth + 1)]),
    );
  const examples: Record<string, unknown> = { integer: 1, number: 1, boolean: true, object: {}, null: null };
  return examples[[schema.type].flat()[0] ?? ''] ?? (schema.format === 'binary' ? 'file' : 'text');
}
