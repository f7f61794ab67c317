// The contract is imported only as a type: no validator reaches the browser.

import type { z } from 'zod';
import type { Contract, Endpoint, Input } from '#kernel/work/contract.ts';
import { letActsGo } from './acts-in-hand.ts';
import { openPlan } from './dialogs.ts';
import { inPageLanguage } from './language.ts';
import { notifyOtherTabs } from './live/other-tabs.ts';
import { inOffice } from './office-path.ts';
import { inSession } from './session.ts';
import { tabId } from './tab.ts';
import { serverFailed, unreachable } from './unreachable.ts';

type Args<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: Input<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query?: Input<E['query']> } : unknown) &
  Sent<E> &
  (E['idempotent'] extends true ? { idempotencyKey?: string } : unknown) & { signal?: AbortSignal; timeoutMs?: number };

/** A body, a form with files, or either if a call accepts both. */
type Sent<E extends Endpoint> = E['files'] extends object
  ? E['body'] extends z.ZodType
    ? { files: FormData } | { body: Input<E['body']> }
    : { files: FormData }
  : E['body'] extends z.ZodType
    ? undefined extends Input<E['body']>
      ? { body?: Input<E['body']> }
      : { body: Input<E['body']> }
    : unknown;

type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : Response;

interface AnyArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: FormData;
  /** Identifies an act that is done only once, however often it is sent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

interface Failure {
  code: string;
  message: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
}

/** A failed call: `status` 0 means there was no complete answer. `message` is in the reader's language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(status: number, error: Failure) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.fields = error.fields ?? {};
    this.details = error.details ?? {};
  }
}

/** Whether a save was refused because somebody else has saved since. */
export const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'error.stale';

/** Whether a call got no answer, or the server failed: the same call may succeed later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

// The product's timeout for calls. Milliseconds.
const timeoutMs = 70_000;

/** A typed caller for one contract: `const call = client<typeof seriesApi>()`. */
export function client<C extends Contract>() {
  return async <K extends keyof C & string>(
    key: K,
    args: C[K] extends Endpoint ? Args<C[K]> : never,
  ): Promise<C[K] extends Endpoint ? Answer<C[K]> : never> => {
    const answer = await send(key, args);
    return answer as C[K] extends Endpoint ? Answer<C[K]> : never;
  };
}

/** Builds the URL from a call's key, its path parameters and its query. */
export function callUrl(key: string, args: Pick<AnyArgs, 'params' | 'query'>): string {
  const path = (key.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(args.params?.[name])),
  );
  const given = Object.entries(args.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = given.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** Whether a call changes what screens show; that a form is still open is told to others as it is, and the rest only ask. */
const isWrite = (key: string) => !key.startsWith('GET ') && !/\/(?:editing|address|search)$/.test(key);

async function send(key: string, args: AnyArgs): Promise<unknown> {
  try {
    const response = await inSession(() => request(key, args));
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (response.ok) {
      if (isWrite(key)) notifyOtherTabs();
      const answer = isJson ? await response.json() : response;
      if (response.status === 202) await leaveForPlan(answer);
      return answer;
    }
    throw failure(response.status, isJson ? await response.json() : null);
  } catch (error) {
    if (error instanceof ApiError || args.signal?.aborted) throw error;
    throw failure(0, null);
  }
}

/** What needs another person is not done yet: its plan is shown, and whoever waits for the answer waits no longer. */
async function leaveForPlan(answer: unknown): Promise<void> {
  const apprIdx: unknown = Object(Object(answer).results).approval;
  if (typeof apprIdx !== 'number') return;
  await openPlan(`/approval/${apprIdx}`);
  letActsGo();
  return new Promise(() => undefined);
}

function request(key: string, args: AnyArgs): Promise<Response> {
  const json = args.body !== undefined;
  const limit = AbortSignal.timeout(args.timeoutMs ?? timeoutMs);
  return fetch(inOffice(callUrl(key, args)), {
    method: key.split(' ')[0] ?? 'GET',
    body: args.files ?? (json ? JSON.stringify(args.body) : null),
    headers: {
      ...inPageLanguage(),
      'x-tab': tabId(),
      ...(json && { 'content-type': 'application/json' }),
      ...(args.idempotencyKey !== undefined && { 'idempotency-key': args.idempotencyKey }),
    },
    signal: args.signal ? AbortSignal.any([args.signal, limit]) : limit,
  });
}

/** The error in an answer. The answer may not be ours but, say, a proxy's; with status 0 there was none. */
export function failure(status: number, body: { error?: Failure } | null): ApiError {
  const unread =
    status === 0
      ? { code: 'error.network', message: unreachable() }
      : { code: 'error.server', message: serverFailed() };
  return new ApiError(status, body?.error ?? unread);
}
