import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failed } from './failures.ts';

/** A request as it goes out. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** A text, or a stream whose length the headers say. */
  body?: string | Readable;
}

// How long the office may be silent: what is long there waits in a queue and answers once it is done. Milliseconds.
const silentMs = 15 * 60_000;
// How long a connection may take. Milliseconds.
const connectMs = 15_000;

/** Sends one request and resolves with its answer, whose body is still to be read. Throws {@link Failed} without one. */
export function send({ method, url, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(noAnswer(url, error));
    const open = url.startsWith('https:') ? overHttps : overHttp;
    const sent = open(url, { method, headers, timeout: silentMs });
    const connecting = setTimeout(() => sent.destroy(new Error('no connection within 15 seconds')), connectMs);
    sent.on('socket', (socket) => {
      const connected = () => clearTimeout(connecting);
      if (socket.connecting) socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', connected);
      else connected();
    });
    sent.on('close', () => clearTimeout(connecting));
    sent.on('timeout', () => sent.destroy(new Error('no answer within 15 minutes')));
    sent.on('error', fail);
    sent.on('response', resolve);
    if (typeof body === 'object') pipeline(body, sent).catch(fail);
    else sent.end(body);
  });
}

/** An answer that did not come, or was cut. */
export const noAnswer = (url: string, error: unknown): Failed =>
  error instanceof Failed
    ? error
    : new Failed(`${new URL(url).origin} does not answer: ${reasonOf(error)}`, { code: 'no_answer' });

function reasonOf(error: unknown): string {
  const { code, errors, message } = Object(error);
  // Of a name with several addresses, the reason of each.
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return String(message || Object(first).message || code || error);
}

/** The body of an answer as text. Throws {@link Failed} if it was cut. */
export async function textOf(answer: IncomingMessage, url: string): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of answer) parts.push(part as Buffer);
  } catch (error) {
    throw noAnswer(url, error);
  }
  return Buffer.concat(parts).toString();
}
