import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { readConfig } from '#kernel/config/config.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { buildApp } from '#src/app.ts';
import { plantSession } from '#test/app.ts';
import { spawnOffice } from '#test/process.ts';
import { cache } from './kit.ts';

/** Starts the product as a separate process, and signs a client in. */
export async function startBenchOffice(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<{ client: OfficeClient; stop: () => Promise<unknown> }> {
  const data = path.join(cache, 'files');
  const config = readConfig({ DATA_DIR: data, LOG_LEVEL: 'silent' });
  const opened = await openStorage(config);
  const app = await buildApp({ config, opened, connection: { connectionString: databaseUrl } });
  const cookie = `sid=${await plantSession(app, 'bench', true)}`;
  await app.stop();
  const office = await spawnOffice({
    DATABASE_URL: databaseUrl,
    DATA_DIR: data,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const client = new OfficeClient(office.url, cookie);
  const stop = () => {
    client.close();
    return office.stop();
  };
  return { client, stop };
}

/** Files per grant call, as in the browser. */
const grantsAtOnce = 100;

/** Sends the same requests as the product's browser code, over keep-alive connections. */
export class OfficeClient {
  readonly url: string;
  readonly cookie: string;
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  /** One JSON call; returns its results, whose type the caller knows. */
  async send<T>(method: string, place: string, body?: object): Promise<T> {
    const headers = { cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) };
    const parts = body ? [Buffer.from(JSON.stringify(body))] : [];
    return JSON.parse(await post(this.url + place, { method, headers, agent: this.agent }, parts)).results;
  }

  /** Posts a file as the only field of a form. */
  async uploadForm<T>(place: string, file: string): Promise<T> {
    const form = multipart({}, path.basename(file), await readFile(file));
    const headers = { cookie: this.cookie, 'content-type': formType };
    const answer = await post(this.url + place, { method: 'POST', headers, agent: this.agent }, form);
    return JSON.parse(answer).results;
  }

  /** Requests grants and uploads with them, several files at a time, like granted-uploads.ts. */
  async uploadGranted(files: readonly { key: string; content: Buffer }[], lanes: number): Promise<void> {
    for (let start = 0; start < files.length; start += grantsAtOnce) {
      const some = files.slice(start, start + grantsAtOnce);
      const wanted = some.map(({ key, content }) => ({ key, size: content.length }));
      const { grants } = await this.send<{ grants: Grant[] }>('POST', '/api/v1/upload/grant', { files: wanted });
      await inLanes(grants.entries(), lanes, async ([index, { url, fields }]) => {
        const parts = multipart(fields, 'file', some[index]?.content ?? Buffer.alloc(0));
        const headers = { 'content-type': formType };
        await post(new URL(url, this.url).href, { method: 'POST', headers, agent: this.agent }, parts);
      });
    }
  }

  close(): void {
    this.agent.destroy();
  }
}

interface Grant {
  url: string;
  fields: Record<string, string>;
}

const boundary = '----bench-of-uploads';
const formType = `multipart/form-data; boundary=${boundary}`;

/** A form: its fields, then the file. */
function multipart(fields: Record<string, string>, name: string, content: Buffer): Buffer[] {
  const part = (rest: string) => `--${boundary}\r\ncontent-disposition: form-data; ${rest}`;
  const texts = Object.entries(fields).map(([field, value]) => part(`name="${field}"\r\n\r\n${value}\r\n`));
  const head = `${texts.join('')}${part(`name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`)}`;
  return [Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)];
}

interface PostOptions {
  method: string;
  headers: Record<string, string>;
  agent: http.Agent;
}

/** Sends a raw body and returns the response text. Throws unless the response is 2xx. */
export function post(url: string, options: PostOptions, parts: readonly Buffer[]): Promise<string> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, 'content-length': length };
    const request = http.request(url, { ...options, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        String(response.statusCode).startsWith('2')
          ? resolve(text)
          : reject(new Error(`${url} answers ${response.statusCode}: ${text}`)),
      );
    });
    for (const part of parts) request.write(part);
    request.end();
  });
}
