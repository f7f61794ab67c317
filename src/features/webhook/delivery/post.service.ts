import type { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, hostOf, isPrivate, PrivateAddress } from './private-address.ts';

/** The outcome of one attempt. */
export interface Outcome {
  delivered: boolean;
  /** The status of the answer; null if there was none. */
  status: number | null;
  /** The start of the answer. */
  response: string | null;
  duration_ms: number;
  /** Why it counts as failed. */
  problem: PostProblem | null;
  /** After how many seconds a receiver that is overloaded or down wants to be called again; 0 if not given. */
  retryAfter: number;
}

type PostProblem = 'private' | 'timeout' | 'unreachable' | 'refused' | 'secret';

/** The outcome of a message whose secret cannot be opened: nothing is sent. */
export const unsigned: Outcome = {
  delivered: false,
  status: null,
  response: null,
  duration_ms: 0,
  problem: 'secret',
  retryAfter: 0,
};

interface PostOptions {
  /** Allows private networks. */
  allowPrivate: boolean;
  timeoutMs?: number;
  /** Aborts the attempt. */
  signal?: AbortSignal;
  /** The resolver; the system's by default. */
  resolve?: typeof lookup;
}

const storedBytes = 1024;
const readBytes = 64 << 10;

/**
 * Posts a body once: never to a private address, without following redirects, within ten seconds in all, and reading
 * only the start of the answer.
 */
export async function post(
  url: string,
  message: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<Outcome> {
  const start = performance.now();
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const outcome = await attempt(new URL(url), message, timeout, options).catch((error: unknown) => ({
    status: null,
    response: null,
    problem: problemOf(error, timeout),
    retryAfter: 0,
  }));
  return { ...outcome, delivered: outcome.problem === null, duration_ms: Math.round(performance.now() - start) };
}

type Answered = Pick<Outcome, 'status' | 'response' | 'problem' | 'retryAfter'>;

async function attempt(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  timeout: AbortSignal,
  { allowPrivate, signal, resolve }: PostOptions,
): Promise<Answered> {
  const host = hostOf(url);
  // A literal IP address is connected to without a lookup.
  if (!allowPrivate && isIP(host) > 0 && isPrivate(host)) throw new PrivateAddress(host);
  const answer = await send(url, body, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A new connection each time: a kept-alive one would skip the lookup.
    agent: false,
    signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]),
    ...(allowPrivate ? resolve && { lookup: resolve } : { lookup: guardedLookup(resolve) }),
  });
  const status = answer.statusCode ?? 0;
  const response = await startOf(answer);
  const problem = status >= 200 && status < 300 ? null : 'refused';
  return { status, response, problem, retryAfter: retryAfterOf(answer) };
}

/** The Retry-After header, in seconds or as a date, for statuses that may have it. */
function retryAfterOf({ statusCode, headers }: http.IncomingMessage): number {
  const text = headers['retry-after'];
  if (text === undefined || (statusCode !== 429 && statusCode !== 503)) return 0;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : 0;
}

function send(url: URL, body: string, options: https.RequestOptions): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** The start of an answer as text. Most of the rest is not read: the connection is dropped. */
async function startOf(answer: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    if (size < storedBytes) pieces.push(piece);
    size += piece.length;
    if (size > readBytes) break;
  }
  answer.destroy();
  // PostgreSQL text cannot contain NUL.
  return Buffer.concat(pieces).subarray(0, storedBytes).toString().replaceAll('\0', '');
}

function problemOf(error: unknown, timeout: AbortSignal): PostProblem {
  if (error instanceof PrivateAddress) return 'private';
  return timeout.aborted ? 'timeout' : 'unreachable';
}
