import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { Client } from '#test/client.ts';
import { startProduct } from '#test/product.ts';
import { cache } from './kit.ts';

/** Starts the product as a separate process, and signs a client in. */
export async function startBenchOffice(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<{ client: OfficeClient; stop: () => Promise<unknown> }> {
  const database = { url: databaseUrl, drop: async () => undefined };
  const data = path.join(cache, 'files');
  const product = await startProduct(database, { DATA_DIR: data, LOG_LEVEL: 'silent', ...environment });
  const client = new OfficeClient(product.url, `sid=${await product.session()}`);
  const stop = () => {
    client.close();
    return product.stop();
  };
  return { client, stop };
}

/** Files per grant call, as in the browser. */
const grantsAtOnce = 100;

/** Uploads as the product's browser code does, over keep-alive connections. */
export class OfficeClient extends Client {
  private readonly agent = new http.Agent({ keepAlive: true });

  /** Posts a file as the only field of a form. */
  async uploadForm<T>(address: string, file: string): Promise<T> {
    const form = multipart({}, path.basename(file), await readFile(file));
    const headers = { cookie: this.cookie, 'content-type': formType };
    const answer = await post(this.url + address, { method: 'POST', headers, agent: this.agent }, form);
    return JSON.parse(answer).results;
  }

  /** Requests grants and uploads with them, several files at a time, like granted-uploads.ts. */
  async uploadGranted(files: readonly { key: string; content: Buffer }[], lanes: number): Promise<void> {
    for (let start = 0; start < files.length; start += grantsAtOnce) {
      const some = files.slice(start, start + grantsAtOnce);
      const wanted = some.map(({ key, content }) => ({ key, size: content.length }));
      const { grants } = await this.results<{ grants: Grant[] }>('POST', '/api/v1/upload/grant', { files: wanted });
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
