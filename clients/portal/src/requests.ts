import { errorOf, PortalError } from './portal-error.ts';
import { backoffMs, patience, pause } from './waiting.ts';

/** Where the office is, and what opens it. */
export interface PortalOptions {
  /** The address of the office, `https://office.example`. */
  url: string;
  /** A key of the scope `read`. */
  key: string;
  /** A key of the scope `redeem`, for {@link Portal.redeem}. It never belongs in a browser. */
  redeemKey?: string;
  /** How many answers are kept with their tags; 500 by default. */
  keeps?: number;
  /** How often a call is tried while the office is away or busy; 5 by default. */
  tries?: number;
  /** What sends requests; `fetch` by default. */
  fetch?: typeof fetch;
}

/** Of one request. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** The cursor of a change that the answer must include, where an office reads from a replica. */
  reached?: string | undefined;
}

interface Kept {
  tag: string;
  text: string;
}

// How long an answer may take. Milliseconds.
const answerMs = 20_000;

/** Sends requests to one office. Answers are kept with their tags: what is the same for readers is not sent again. */
export class Requests {
  private readonly options: PortalOptions;
  private readonly base: string;
  // The longest unused first.
  private readonly kept = new Map<string, Kept>();

  constructor(options: PortalOptions) {
    this.options = options;
    this.base = `${options.url.replace(/\/+$/, '')}/portal/v1/`;
  }

  /** The answer to a GET, or null where readers may see nothing. Throws {@link PortalError}. */
  async read<T>(call: string, { signal, reached }: RequestOptions = {}): Promise<T | null> {
    return this.retried(signal, async () => {
      const kept = this.kept.get(call);
      const headers = { ...(kept && { 'if-none-match': kept.tag }), ...(reached && { 'last-event-id': reached }) };
      const answer = await this.send(call, { headers }, signal);
      if (answer.status === 304 && kept) return JSON.parse(this.keep(call, kept).text);
      if (answer.status === 404) {
        const refused = await errorOf(call, answer);
        // Without a name it is not the office's: a proxy that has no office behind it just now.
        if (refused.code === '') throw refused;
        this.kept.delete(call);
        return null;
      }
      if (!answer.ok) throw await errorOf(call, answer);
      const text = await answer.text();
      const read = parsedAnswer(call, text);
      const tag = answer.headers.get('etag');
      if (tag !== null) this.keep(call, { tag, text });
      return read;
    });
  }

  /** Tries again while the office is away or busy, as often as the options say. */
  async retried<T>(signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
    const { tries = 5 } = this.options;
    for (let failures = 0; ; failures++) {
      try {
        return await act();
      } catch (error) {
        if (signal?.aborted) throw error;
        const failed = asPortalError(error);
        if (!failed.isPassing || failures + 1 >= tries) throw failed;
        await pause(failed.retryMs ?? backoffMs(failures), signal);
      }
    }
  }

  /** One try: an answer of any status. */
  async send(call: string, init: RequestInit, outer?: AbortSignal): Promise<Response> {
    const { signal, end } = patience(answerMs, outer);
    try {
      const answer = await this.open(call, init, signal);
      // Read here, so that the time limit covers the body.
      const body = [204, 303, 304].includes(answer.status) ? null : await answer.arrayBuffer();
      return new Response(body, answer.status === 0 ? {} : answer);
    } finally {
      end();
    }
  }

  /** One try without a limit of time, for what is read as it comes. */
  open(call: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
    const { key, fetch: send = fetch } = this.options;
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    return send(this.base + call, { ...init, headers, cache: 'no-store', ...(signal && { signal }) });
  }

  private keep(call: string, kept: Kept): Kept {
    const { keeps = 500 } = this.options;
    this.kept.delete(call);
    this.kept.set(call, kept);
    for (const [oldest] of this.kept) {
      if (this.kept.size <= keeps) break;
      this.kept.delete(oldest);
    }
    return kept;
  }
}

/** Something before the office answers in its own words, such as the log-in page of a network. */
export function parsedAnswer(call: string, text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PortalError(`${call}: answered, but not as an office does`, { cause });
  }
}

/** What `fetch` throws is an answer that did not come. */
export const asPortalError = (error: unknown): PortalError =>
  error instanceof PortalError
    ? error
    : new PortalError(`The office does not answer: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });

type Value = string | number | readonly string[] | undefined;

/** A call with its parameters in the address; lists are joined by commas. */
export function callOf(path: string, parameters: Readonly<Record<string, Value>> = {}): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'object' ? value.join(',') : String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
