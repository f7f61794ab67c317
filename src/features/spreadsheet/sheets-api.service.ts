import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#kernel/messages/errors.ts';
import type { AccessTokens } from './access-token.service.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';

/** The limits of one response of the read API. */
export interface AnswerLimits {
  /** Timeout of one response. Milliseconds. */
  answerMs: number;
  /** Maximum size of one response, uncompressed. Bytes. */
  maxBytes: number;
}

// How often a request is tried while the service is too busy.
const attempts = 4;

// The longest pause requested by the service that is waited for. Milliseconds.
const maxPauseMs = 10_000;

const Refusal = z.object({ error: z.object({ message: z.string().min(1) }) });

interface Answer {
  status: number;
  retryAfter: string | null;
  body: unknown;
}

/** Calls the read API of cloud spreadsheets, with a token that is refreshed once if it is rejected. */
export class SheetsApi {
  readonly #root: string;
  readonly #tokens: AccessTokens;
  readonly #limits: AnswerLimits;
  readonly #signal: AbortSignal;

  /** `signal` aborts all further requests. */
  constructor(apiUrl: string, tokens: AccessTokens, limits: AnswerLimits, signal: AbortSignal) {
    this.#root = `${apiUrl}/v4/spreadsheets`;
    this.#tokens = tokens;
    this.#limits = limits;
    this.#signal = signal;
  }

  /**
   * Gets a path. Rejects with the service's own message: 422 if it refuses, 409 if signing in again would help, 503 if
   * it stays too busy or does not return a response of this shape in time.
   */
  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    let token = await this.#tokens();
    let renewed = false;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#request(path, token);
      if (answer.status === 200) return shaped(schema, answer.body);
      if (answer.status === 401 && !renewed) {
        token = await this.#tokens(token);
        renewed = true;
      } else if (isBusy(answer) && attempt < attempts && pauseMs(answer, attempt) <= maxPauseMs) {
        await sleep(pauseMs(answer, attempt), undefined, { signal: this.#signal }).catch(unanswered);
      } else {
        throw refusal(answer);
      }
    }
  }

  async #request(path: string, token: string): Promise<Answer> {
    try {
      const response = await fetch(this.#root + path, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        // The token is for this host only.
        redirect: 'error',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(this.#limits.answerMs)]),
      });
      const text = await boundedText(response, this.#limits.maxBytes);
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parsed(text) };
    } catch (error) {
      throw error instanceof AppError ? error : unanswered(error);
    }
  }
}

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw spreadsheetMessages.error(422, 'spreadsheet.too_large', { limit: Math.ceil(maxBytes / 2 ** 20) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shaped<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) throw unreachable(new Error('The answer does not have the shape of the read protocol.'));
  return result.data;
}

const isBusy = ({ status }: Answer) => status === 429 || status >= 500;

/** The pause the service asks for, in seconds or as a date; otherwise two seconds, doubled with each attempt. */
function pauseMs({ retryAfter }: Answer, attempt: number): number {
  if (retryAfter === null) return 1000 * 2 ** attempt;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? 1000 : Math.max(0, ms);
}

function refusal(answer: Answer): Error {
  const said = Refusal.safeParse(answer.body);
  const message = said.success ? said.data.error.message.toWellFormed().slice(0, 500) : `HTTP ${answer.status}`;
  if (answer.status === 401) return spreadsheetMessages.error(409, 'spreadsheet.sign_in_again', { message });
  const cause = new Error(`The spreadsheet service answers ${answer.status}: ${message}`);
  return spreadsheetMessages.errorWith(isBusy(answer) ? 503 : 422, 'spreadsheet.read_failed', { cause }, { message });
}

const unreachable = (cause: unknown) => spreadsheetMessages.errorWith(503, 'spreadsheet.unreachable', { cause });

const unanswered = (error: unknown): never => {
  throw unreachable(error);
};
