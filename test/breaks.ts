/** The parts of a JSON schema that the calls of the portal use. */
interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  security?: unknown;
  /** A call without it is stable: releases before it was said promised all of theirs. */
  'x-stability'?: 'stable' | 'may-change';
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** What a caller of the one finds changed in the other so that it may fail: a call, and a part of it. */
export interface Break {
  call: string;
  part: string;
}

/** Every break between two documents without names of a call that was stable. What was added breaks nobody. */
export function breaksOf(before: Document, after: Document): Break[] {
  return Object.entries(before.paths).flatMap(([url, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      if (was['x-stability'] === 'may-change') return [];
      const is = after.paths[url]?.[method];
      const parts = is ? [...inputBreaks(was, is), ...answerBreaks(was, is)] : ['call'];
      return [...new Set(parts)].map((part) => ({ call: `${method.toUpperCase()} ${url}`, part }));
    }),
  );
}

/** What may no longer be sent. */
function inputBreaks(was: Operation, is: Operation): string[] {
  const { parameters: had = [] } = was;
  const { parameters = [] } = is;
  const same = (one: { in: string; name: string }) => (other: { in: string; name: string }) =>
    one.in === other.in && one.name === other.name;
  const demanded = parameters.filter((one) => one.required && !had.find(same(one))?.required);
  const narrowed = had.flatMap((one) => {
    const kept = parameters.find(same(one));
    return kept ? misfits(one.schema, kept.schema, one.name, 'asked') : [one.name];
  });
  const body = Object.entries(was.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    const kept = is.requestBody?.content[type];
    return kept ? misfits(schema, kept.schema, '', 'asked') : [type];
  });
  return [
    ...(is['x-stability'] === 'may-change' ? ['x-stability'] : []),
    ...(was.operationId === is.operationId ? [] : ['operationId']),
    ...(JSON.stringify(was.security) === JSON.stringify(is.security) ? [] : ['security']),
    ...demanded.map(({ name }) => name),
    ...narrowed,
    ...(is.requestBody && !was.requestBody ? ['body'] : body),
  ];
}

/** What is answered otherwise than before. */
const answerBreaks = (was: Operation, is: Operation): string[] =>
  Object.entries(was.responses).flatMap(([status, { content = {} }]) => {
    const kept = is.responses[status];
    if (!kept) return [status];
    return Object.entries(content).flatMap(([type, { schema }]) => {
      const media = kept.content?.[type];
      return media ? misfits(media.schema, schema, '', 'answered') : [type];
    });
  });

/**
 * The fields of `given` whose values `taken` does not take. Of what is answered, fields may be added and none may go; of
 * what is asked, the reverse.
 */
function misfits(given: Schema, taken: Schema, at: string, of: 'asked' | 'answered'): string[] {
  if (JSON.stringify(given) === JSON.stringify(taken)) return [];
  const shapes = branches(given);
  if (shapes.length > 1) return shapes.flatMap((one) => misfits(one, taken, at, of));
  const wider = branches(taken);
  if (wider.length > 1) {
    const tried = wider.map((one) => misfits(given, one, at, of));
    return tried.some((found) => found.length === 0) ? [] : (closest(given, wider, at, of) ?? [at]);
  }
  const [one = given] = shapes;
  const [other = taken] = wider;
  if (!isWithin(one, other)) return [at || 'body'];
  return [...fieldsOf(one, other, at, of), ...itemsOf(one, other, at, of)];
}

const branches = (schema: Schema): Schema[] => {
  if (schema.anyOf) return schema.anyOf.flatMap(branches);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
};

/** Of a text with an alternative, what is wrong in the alternative of the same type. */
function closest(given: Schema, wider: Schema[], at: string, of: 'asked' | 'answered'): string[] | undefined {
  const alike = wider.filter(({ type }) => type === given.type);
  return alike.length === 1 && alike[0] ? misfits(given, alike[0], at, of) : undefined;
}

function isWithin(one: Schema, other: Schema): boolean {
  const isType =
    other.type === undefined || other.type === one.type || (one.type === 'integer' && other.type === 'number');
  const values = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum);
  const taken = values(other);
  const isValue = !taken || (values(one)?.every((value) => taken.includes(value)) ?? false);
  const isText = (other.pattern ?? one.pattern) === one.pattern && (other.format ?? one.format) === one.format;
  const least = (['minLength', 'minimum', 'minItems'] as const).every(
    (key) => other[key] === undefined || (one[key] ?? Number.NEGATIVE_INFINITY) >= other[key],
  );
  const most = (['maxLength', 'maximum', 'maxItems'] as const).every(
    (key) => other[key] === undefined || (one[key] ?? Number.POSITIVE_INFINITY) <= other[key],
  );
  return isType && isValue && isText && least && most;
}

function fieldsOf(given: Schema, taken: Schema, at: string, of: 'asked' | 'answered'): string[] {
  const path = (key: string) => (at === '' ? key : `${at}.${key}`);
  const { properties: had = {}, required: sent = [] } = given;
  const { properties = {}, required = [] } = taken;
  const common = Object.keys(had).flatMap((key) => {
    const [one, other] = [had[key], properties[key]];
    return one && other ? misfits(one, other, path(key), of) : [];
  });
  const missing = required.filter((key) => !sent.includes(key));
  const gone = of === 'answered' ? Object.keys(properties).filter((key) => !(key in had)) : [];
  const refused = taken.additionalProperties === false ? Object.keys(had).filter((key) => !(key in properties)) : [];
  const [own, others] = [given.additionalProperties, taken.additionalProperties];
  const rest = typeof own === 'object' && typeof others === 'object' ? misfits(own, others, path('*'), of) : [];
  return [...common, ...[...missing, ...gone, ...(of === 'asked' ? refused : [])].map(path), ...rest];
}

const itemsOf = ({ items: one }: Schema, { items: other }: Schema, at: string, of: 'asked' | 'answered') =>
  one && other ? misfits(one, other, `${at}[]`, of) : [];
