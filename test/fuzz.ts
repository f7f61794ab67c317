import { jpeg } from '#features/image/image.fixture.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { hostileJson, hostileTexts, hostileValue, pick, seeded } from './hostile.ts';

/** The part of JSON Schema that openapi.json uses. */
interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
}

/** One call of openapi.json. */
export interface Operation {
  method: string;
  url: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A request in the form of Fastify's inject. */
export interface FuzzCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** Values that refer to existing records, by the name of a parameter or field. */
export type LiveIds = Record<string, readonly (string | number)[]>;

/** Generates the nth call of a seed: as in the contract, except for its hostile parts. */
export async function fuzzCall(operations: readonly Operation[], live: LiveIds, seed: number): Promise<FuzzCall> {
  const random = seeded(seed);
  const operation = pick(random, operations);
  const maker = new Maker(random, live);
  const { method } = operation;
  const url = maker.url(operation);
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.length === 0) return { method, url, headers: {} };
  if (random() < 0.08 * maker.spite) return { method, url, ...maker.wrongBody() };
  const type = pick(random, types);
  const schema = operation.requestBody?.content[type]?.schema ?? {};
  if (type === 'multipart/form-data') return { method, url, ...(await maker.form(schema)) };
  const json = random() < 0.08 * maker.spite ? hostileJson(random) : JSON.stringify(maker.value(schema));
  if (type === 'application/json') return { method, url, headers: { 'content-type': type }, payload: json };
  return { method, url, headers: { 'content-type': type }, payload: maker.urlencoded(schema) };
}

const wrongTypes = [
  'application/xml',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'x',
  '',
];

class Maker {
  private readonly random: () => number;
  private readonly live: LiveIds;
  /** How hostile a call is: one in three is not hostile at all, and gets past the validation. */
  readonly spite: number;

  constructor(random: () => number, live: LiveIds) {
    this.random = random;
    this.live = live;
    this.spite = random() < 0.35 ? 0 : 1;
  }

  url({ url, parameters = [] }: Operation): string {
    const path = url.replace(/\{(\w+)\}/g, (_, name: string) => encoded(this.scalar(name)));
    const query = parameters
      .filter((one) => one.in === 'query' && this.random() < 0.7)
      .map(
        ({ name, schema }) =>
          `${name}=${encoded(this.random() < 0.3 * this.spite ? this.text() : this.value(schema, name))}`,
      );
    if (this.random() < 0.1 * this.spite) query.push(`${encoded(this.text())}=${encoded(this.text())}`, 'page[]=1');
    return query.length > 0 ? `${path}?${query.join('&')}` : path;
  }

  /** A value that usually fits its schema. */
  value(schema: Schema, name = '', depth = 0): unknown {
    if (this.random() < 0.12 * this.spite) return hostileValue(this.random);
    if (schema.anyOf) return this.value(pick(this.random, schema.anyOf), name, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(this.random, schema.enum);
    const type = [schema.type ?? 'string'].flat()[0];
    if (type === 'object') return this.object(schema, depth);
    if (type === 'array') {
      const length = Math.floor(this.random() * 4);
      return Array.from({ length }, () => this.value(schema.items ?? {}, name, depth + 1));
    }
    if (type === 'boolean') return this.random() < 0.5;
    if (type === 'null') return null;
    const given = this.scalar(name);
    return type === 'integer' || type === 'number' ? Number(given) || Math.floor(this.random() * 9) : given;
  }

  private object({ properties = {}, additionalProperties, required = [] }: Schema, depth: number): object {
    const named = Object.entries(properties).filter(([name]) => required.includes(name) || this.random() < 0.5);
    const fields = named.map(([name, schema]): [string, unknown] => [name, this.value(schema, name, depth + 1)]);
    const more = typeof additionalProperties === 'object' ? additionalProperties : {};
    const extra = this.random() < (typeof additionalProperties === 'object' ? 0.7 : 0.05 * this.spite);
    if (extra) fields.push([this.text(), this.value(more, 'bid', depth + 1)]);
    return Object.fromEntries(fields);
  }

  /** An id of an existing record, or a text. */
  private scalar(name: string): string | number {
    const known = this.live[name];
    return known && known.length > 0 && this.random() < 1 - 0.25 * this.spite ? pick(this.random, known) : this.text();
  }

  private text(): string {
    return this.random() < 0.5 * this.spite
      ? pick(this.random, hostileTexts)
      : `Text ${Math.floor(this.random() * 50)}`;
  }

  urlencoded(schema: Schema): string {
    const fields = Object.entries(Object(this.value(schema)));
    return fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  }

  wrongBody(): Pick<FuzzCall, 'headers' | 'payload'> {
    const type = pick(this.random, wrongTypes);
    return { headers: type === '' ? {} : { 'content-type': type }, payload: hostileJson(this.random) };
  }

  async form(schema: Schema): Promise<Pick<FuzzCall, 'headers' | 'payload'>> {
    const boundary = 'fuzz';
    const parts: (string | Uint8Array)[] = [];
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const isFile = (field.items ?? field).format === 'binary';
      if (this.random() < 0.15 * this.spite) continue;
      parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"`);
      if (isFile) parts.push(`; filename="${this.fileName()}"\r\n\r\n`, await this.file(), '\r\n');
      else parts.push(`\r\n\r\n${textOf(this.value(field, name))}\r\n`);
    }
    if (this.random() < 0.1 * this.spite)
      parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${this.text()}"\r\n\r\nx\r\n`);
    if (this.random() > 0.05 * this.spite) parts.push(`--${boundary}--\r\n`);
    const payload = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload };
  }

  private fileName(): string {
    const names = ['a.jpg', 'a.png', 'a.mp3', 'a.csv', 'a.xlsx', 'a.epub', 'a.zip', '', this.text()];
    return pick(this.random, names).replaceAll(/["\r\n]/g, '');
  }

  private async file(): Promise<Uint8Array | string> {
    const made = pick<() => Uint8Array | string | Promise<Buffer>>(this.random, [
      () => jpeg(1, { width: 8, height: 8 }),
      () => silentMp3(),
      () => zipOf({ 'a.html': 'x' }),
      () =>
        importCsv([importRow(Math.floor(this.random() * 9)), importRow(1, { bid: this.text(), title: this.text() })]),
      () => `bid,word,sentence,mdr_targeted\nB1,${this.text()},${this.text()},Y\n`,
      () => hostileJson(this.random),
    ]);
    return made();
  }
}

/** A value as a form sends it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A part of an address; a lone surrogate as raw bytes, which no decoder accepts. */
function encoded(value: unknown): string {
  const text = textOf(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}
