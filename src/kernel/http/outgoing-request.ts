import type { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, hostOf, isPrivate, PrivateAddress } from './private-address.ts';

/** What is sent to an address that staff have typed. */
export interface OutgoingRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface OutgoingOptions {
  /** Allows private networks. */
  allowPrivate: boolean;
  /** For everything together, the answer too. */
  timeoutMs: number;
  /** How much of the answer is read, in bytes; then the connection is dropped. */
  most: number;
  /** Aborts it. */
  signal?: AbortSignal | undefined;
  /** The resolver; the system's by default. */
  resolve?: typeof lookup | undefined;
}

export interface OutgoingAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** There was more than is read. */
  isCut: boolean;
}

/** Why there is no answer. */
export type NoAnswerReason = 'private' | 'timeout' | 'unreachable';

export class NoAnswer extends Error {
  readonly reason: NoAnswerReason;

  constructor(reason: NoAnswerReason, cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/**
 * Sends a request once, never to a private address and without following redirects; rejects with {@link NoAnswer}.
 * The address may be any that staff typed, so what a name resolves to is checked for this very connection.
 */
export async function sendRequest(request: OutgoingRequest, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    return await attempt(request, timeout, options);
  } catch (error) {
    if (error instanceof PrivateAddress) throw new NoAnswer('private', error);
    throw new NoAnswer(timeout.aborted ? 'timeout' : 'unreachable', error);
  }
}

async function attempt(
  { method, url: text, headers, body }: OutgoingRequest,
  timeout: AbortSignal,
  { allowPrivate, most, signal, resolve }: OutgoingOptions,
): Promise<OutgoingAnswer> {
  const url = new URL(text);
  const host = hostOf(url);
  // A literal IP address is connected to without a lookup.
  if (!allowPrivate && isIP(host) > 0 && isPrivate(host)) throw new PrivateAddress(host);
  const answer = await send(url, body, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    // A new connection each time: a kept-alive one would skip the lookup.
    agent: false,
    signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]),
    ...(allowPrivate ? resolve && { lookup: resolve } : { lookup: guardedLookup(resolve) }),
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, ...(await startOf(answer, most)) };
}

function send(url: URL, body: string | undefined, options: https.RequestOptions): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** The start of an answer. Most of the rest is not read: the connection is dropped. */
async function startOf(answer: http.IncomingMessage, most: number): Promise<{ body: Buffer; isCut: boolean }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    pieces.push(piece);
    size += piece.length;
    if (size > most) break;
  }
  answer.destroy();
  return { body: Buffer.concat(pieces).subarray(0, most), isCut: size > most };
}

/** The Retry-After header, in seconds or as a date, for statuses that may have it: after how many seconds; 0 if not given. */
export function retryAfterOf({ status, headers }: Pick<OutgoingAnswer, 'status' | 'headers'>): number {
  const text = headers['retry-after'];
  if (text === undefined || (status !== 429 && status !== 503)) return 0;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : 0;
}

/** What is wrong with the form of an address, or null: in the open only https, and no literal private address. */
export function addressProblem(text: string, allowPrivate: boolean): 'rule' | 'https' | 'private' | null {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash) return 'rule';
  if (allowPrivate) return null;
  if (url.protocol !== 'https:') return 'https';
  const host = hostOf(url);
  return isIP(host) > 0 && isPrivate(host) ? 'private' : null;
}
