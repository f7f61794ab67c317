import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import { Ended, Failed, Planned, Refused } from './failures.ts';
import { openTarget, refusedHere } from './received-file.ts';
import { noAnswer, type Sent, send, textOf } from './send.ts';

type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

// How often what may be repeated is tried while the office is away or busy.
const tries = 5;

/** The calls of one office, made with a key. Each throws {@link Refused}, {@link Failed} or {@link Planned}. */
export class Office {
  readonly url: string;
  private readonly key: string;
  private readonly language: string | undefined;

  constructor({ url, key }: Account, language?: string) {
    this.url = url;
    this.key = key;
    this.language = language;
  }

  /** The results of a GET. */
  get<T>(call: string, query?: Parameters): Promise<T> {
    return this.results(this.sent('GET', call, { query }), true);
  }

  /** The results of a POST. With `once`, the office does it once for this key, so it is sent again if need be. */
  post<T>(call: string, body?: object, once?: string): Promise<T> {
    return this.results(this.withBody('POST', call, body, once), once !== undefined);
  }

  /** The results of a PUT. */
  put<T>(call: string, body: object): Promise<T> {
    return this.results(this.withBody('PUT', call, body), false);
  }

  /** Deletes; sent again if need be. */
  async delete(call: string): Promise<void> {
    await this.results(this.sent('DELETE', call, {}), true);
  }

  /** Sends a file as the field `file` of a form; `onSent` hears how many of its bytes have left. */
  async upload<T>(
    call: string,
    file: string,
    { headers = {}, onSent }: { headers?: Record<string, string>; onSent?: (sent: number, size: number) => void } = {},
  ): Promise<T> {
    const { size } = await stat(file);
    const boundary = `office-${randomUUID()}`;
    const name = path
      .basename(file)
      .replaceAll('"', '%22')
      .replaceAll(/[\r\n]/g, ' ');
    const head = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    const body = Readable.from(
      bodyOf(head, createReadStream(file), tail, (sent) => onSent?.(sent, size)),
      {
        objectMode: false,
      },
    );
    const sent = this.sent('POST', call, {});
    const length = String(head.length + size + tail.length);
    const form = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length };
    return this.results({ ...sent, headers: { ...sent.headers, ...headers, ...form }, body }, false);
  }

  /**
   * Stores what a GET answers in a file, or writes it to the standard output without one. The file appears once it is
   * whole; where it cannot be written, nothing is asked for. Answers its size in bytes, and its rows if the office says
   * how many.
   */
  async download(
    call: string,
    query: Parameters,
    file: string | undefined,
    onReceived: (bytes: number) => void,
  ): Promise<{ bytes: number; rows?: number }> {
    const sent = this.sent('GET', call, { query });
    const target = await openTarget(file);
    let bytes = 0;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        onReceived(bytes);
        done(null, chunk);
      },
    });
    try {
      const answer = await this.answered(sent, true);
      await pipeline(answer, count, target.stream, { end: file !== undefined });
      await target.keep();
      const rows = answer.headers['x-total-count'];
      return { bytes, ...(typeof rows === 'string' && { rows: Number(rows) }) };
    } catch (error) {
      await target.drop();
      if (error instanceof Ended) throw error;
      throw refusedHere(error, file ?? 'The standard output') ?? noAnswer(sent.url, error);
    }
  }

  private sent(method: string, call: string, { query = {} }: { query?: Parameters | undefined }): Sent {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
    );
    const address = `${this.url}${call}${given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''}`;
    const language = this.language && { 'x-language': this.language };
    return { method, url: address, headers: { authorization: `Bearer ${this.key}`, ...language } };
  }

  private withBody(method: string, call: string, body: object | undefined, once?: string): Sent {
    const sent = this.sent(method, call, {});
    const json = body && { 'content-type': 'application/json' };
    const key = once !== undefined && { 'idempotency-key': once };
    return { ...sent, headers: { ...sent.headers, ...json, ...key }, ...(body && { body: JSON.stringify(body) }) };
  }

  private async results<T>(sent: Sent, mayRepeat: boolean): Promise<T> {
    const answer = await this.answered(sent, mayRepeat);
    const text = await textOf(answer, sent.url);
    const read = readJson(text);
    if (read === undefined) throw new Failed(`${this.url} answered, but not as an office does.`, { code: 'no_office' });
    const { results, approval } = Object(read);
    const waits = approval ?? (answer.statusCode === 202 ? Object(results).approval : undefined);
    if (waits !== undefined)
      throw new Planned(`Another person has to approve it: ${this.url}/approval/${waits}`, {
        code: 'planned',
        approval: waits,
      });
    return results;
  }

  /** An answer that is no failure. What may be repeated is, while the office is away or busy. */
  private async answered(sent: Sent, mayRepeat: boolean): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await send(sent);
        if ((answer.statusCode ?? 500) < 300) return answer;
        throw await this.failureOf(answer, sent.url);
      } catch (error) {
        const isBusy = error instanceof Refused && error.code === 'error.too_many' && typeof sent.body !== 'object';
        const mayPass = (error instanceof Failed && mayRepeat) || isBusy;
        if (!mayPass || attempt >= tries) throw error;
        await pause(waitOf(error as Failed, attempt));
      }
    }
  }

  private async failureOf(answer: IncomingMessage, url: string): Promise<Refused | Failed> {
    const status = answer.statusCode ?? 500;
    const { code = `status_${status}`, message, fields } = Object(Object(readJson(await textOf(answer, url))).error);
    const after = Number(answer.headers['retry-after']);
    const details = { code, status, ...(fields && { fields }), ...(after > 0 && { retry_after: after }) };
    const said = `${message ?? `${this.url} answered ${status}, but not as an office does.`}${fieldsIn(fields)}`;
    return status >= 500 || message === undefined ? new Failed(said, details) : new Refused(said, details);
  }
}

const waitOf = ({ details }: Failed | Refused, attempt: number): number =>
  typeof details['retry_after'] === 'number' ? Math.min(details['retry_after'], 60) * 1000 : 250 * 2 ** attempt;

const fieldsIn = (fields: unknown): string =>
  Object.entries(Object(fields))
    .map(([name, reason]) => `\n  ${name}: ${String(reason)}`)
    .join('');

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* bodyOf(head: Buffer, file: Readable, tail: Buffer, onSent: (bytes: number) => void) {
  let sent = 0;
  yield head;
  for await (const part of file) {
    yield part as Buffer;
    sent += (part as Buffer).length;
    onSent(sent);
  }
  yield tail;
}
