import type { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, hostOf, isPrivate, PrivateAddress } from './private-address.ts';

/** What became of one attempt. */
export interface Outcome {
  delivered: boolean;
  /** Of the answer; null if none came. */
  status: number | null;
  /** The start of the answer. */
  response: string | null;
  duration_ms: number;
  /** Why it counts as failed. */
  problem: PostProblem | null;
  /** How many seconds the receiver, overloaded or away, wants to be left alone; 0 is not said. */
  retryAfter: number;
}

export type PostProblem = 'private' | 'timeout' | 'unreachable' | 'refused' | 'secret';

/** What becomes of a message whose secret cannot be opened: nothing is sent. */
export const unsigned: Outcome = {
  delivered: false,
  status: null,
  response: null,
  duration_ms: 0,
  problem: 'secret',
  retryAfter: 0,
};

export interface PostOptions {
  /** Also into private networks. */
  allowPrivate: boolean;
  timeoutMs?: number;
  /** Ends the attempt before its time. */
  signal?: AbortSignal;
  /** The resolver; that of the system by default. */
  resolve?: typeof lookup;
}

const keptBytes = 1024;
const readBytes = 64 << 10;

/**
 * Posts a body once: to no private address, following no redirect, within ten seconds for everything, and reading no more
 * than a part of the answer.
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
  // An address that is written out is connected to without being looked up.
  if (!allowPrivate && isIP(host) > 0 && isPrivate(host)) throw new PrivateAddress(host);
  const answer = await send(url, body, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own: a kept one would skip the look-up.
    agent: false,
    signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]),
    ...(allowPrivate ? resolve && { lookup: resolve } : { lookup: guardedLookup(resolve) }),
  });
  const status = answer.statusCode ?? 0;
  const response = await startOf(answer);
  const problem = status >= 200 && status < 300 ? null : 'refused';
  return { status, response, problem, retryAfter: retryAfterOf(answer) };
}

/** The header in either of its forms, seconds or a date, of answers that may have it. */
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

/** The start of an answer as text. The rest is read no further than to where the connection is dropped. */
async function startOf(answer: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    if (size < keptBytes) pieces.push(piece);
    size += piece.length;
    if (size > readBytes) break;
  }
  answer.destroy();
  // The database holds no NUL.
  return Buffer.concat(pieces).subarray(0, keptBytes).toString().replaceAll('\0', '');
}

function problemOf(error: unknown, timeout: AbortSignal): PostProblem {
  if (error instanceof PrivateAddress) return 'private';
  return timeout.aborted ? 'timeout' : 'unreachable';
}
