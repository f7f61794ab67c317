import type { lookup } from 'node:dns';
import { NoAnswer, type NoAnswerReason, retryAfterOf, sendRequest } from '#kernel/http/outgoing-request.ts';

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

type PostProblem = NoAnswerReason | 'refused' | 'secret';

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
  { timeoutMs = 10_000, ...options }: PostOptions,
): Promise<Outcome> {
  const start = performance.now();
  const outcome = await attempt(url, message, { ...options, timeoutMs });
  return { ...outcome, delivered: outcome.problem === null, duration_ms: Math.round(performance.now() - start) };
}

type Answered = Pick<Outcome, 'status' | 'response' | 'problem' | 'retryAfter'>;

async function attempt(
  url: string,
  message: { headers: Record<string, string>; body: string },
  options: PostOptions & { timeoutMs: number },
): Promise<Answered> {
  try {
    const answer = await sendRequest({ method: 'POST', url, ...message }, { ...options, most: readBytes });
    const { status, body } = answer;
    // PostgreSQL text cannot contain NUL.
    const response = body.subarray(0, storedBytes).toString().replaceAll('\0', '');
    const problem = status >= 200 && status < 300 ? null : 'refused';
    return { status, response, problem, retryAfter: retryAfterOf(answer) };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { status: null, response: null, problem: error.reason, retryAfter: 0 };
  }
}
