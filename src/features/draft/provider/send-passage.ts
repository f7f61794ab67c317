import {
  NoAnswer,
  type OutgoingAnswer,
  type OutgoingRequest,
  retryAfterOf,
  sendRequest,
} from '#kernel/http/outgoing-request.ts';
import type { ProviderName } from '../draft.rules.ts';
import { deepl } from './deepl.ts';
import { google } from './google.ts';
import { libretranslate } from './libretranslate.ts';
import { openai } from './openai.ts';
import { type Access, type Passage, type Provider, ProviderProblem } from './provider.ts';

export const adapters: Readonly<Record<ProviderName, Provider>> = { deepl, google, libretranslate, openai };

export interface SendOptions {
  /** Allows private networks. */
  allowPrivate: boolean;
  /** For one request. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

// Larger than any translation of the longest texts.
const mostBytes = 4 << 20;
// Of what a provider says about a failure.
const mostSaid = 200;

/** The translations of a passage, in order, by one request; rejects with {@link ProviderProblem}. */
export async function sendPassage(
  name: ProviderName,
  access: Access,
  passage: Passage,
  options: SendOptions,
): Promise<string[]> {
  const provider = adapters[name];
  const answer = await answerOf(provider.request(access, passage), options);
  const texts = readWith(provider, answer);
  if (texts.length !== passage.texts.length)
    throw new ProviderProblem('draft.problem_count', { given: texts.length, wanted: passage.texts.length });
  return texts;
}

/** Whether a provider is there and takes the key; rejects with {@link ProviderProblem}. Translates nothing. */
export async function probe(name: ProviderName, access: Access, options: SendOptions): Promise<void> {
  await answerOf(adapters[name].probe(access), options);
}

/** The JSON of an answer that says the request was done. */
async function answerOf(request: OutgoingRequest, options: SendOptions): Promise<unknown> {
  const answer = await sendRequest(request, { ...options, most: mostBytes }).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    if (options.signal?.aborted) throw new ProviderProblem('draft.problem_interrupted');
    // Nobody was there to count; after a wait, somebody may have been.
    throw new ProviderProblem(`draft.problem_${error.reason}`, {}, error.reason !== 'private');
  });
  if (answer.isCut) throw new ProviderProblem('draft.problem_huge');
  const body = parsed(answer.body.toString());
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer, body);
  if (body === undefined) throw new ProviderProblem('draft.problem_json');
  return body;
}

function readWith(provider: Provider, answer: unknown): string[] {
  try {
    return provider.read(answer);
  } catch (error) {
    if (error instanceof ProviderProblem) throw error;
    throw new ProviderProblem('draft.problem_shape');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a status other than success means. What was refused was not counted. */
function refusal(answer: OutgoingAnswer, body: unknown): ProviderProblem {
  const { status } = answer;
  const said = saidIn(body);
  const problem = (key: string, values: Record<string, unknown> = {}) =>
    new ProviderProblem(`draft.problem_${key}`, values, false);
  if (status >= 300 && status < 400) return problem('redirect');
  if (status === 402 || status === 456 || /quota|billing/i.test(said)) return problem('quota');
  if (status === 401 || status === 403) return problem('key');
  if (status === 404) return problem('address');
  if (status === 413) return problem('length');
  if (status === 429) return problem('busy', { seconds: retryAfterOf(answer) });
  // It may have failed after it had worked.
  if (status >= 500) return new ProviderProblem('draft.problem_down', { status });
  return problem('refused', { status, said });
}

/** What a provider says of a failure, in its own words: each has another place for them. */
function saidIn(body: unknown): string {
  const { error, message } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const inner = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  const said = [inner['code'], inner['message'], error, message].filter((one) => typeof one === 'string');
  return said
    .join(': ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, mostSaid);
}
