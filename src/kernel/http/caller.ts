import type { FastifyRequest } from 'fastify';
import { defaultLocale, type Locale, parseLocale } from '../messages/locale.ts';
import { type KeyActor, type StaffActor, staffOf, systemActor } from '../work/actor.ts';
import type { Approval, Proposal } from '../work/approval.ts';
import type { Shows } from '../work/only-shown.ts';
import type { Caller } from '../work/unit-of-work.ts';
import { keyOf } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call or a fragment, which programs and scripts read. */
    isData?: true;
  }
  interface FastifyRequest {
    /** The logged-in account or the API key; null for anonymous callers. */
    actor: StaffActor | KeyActor | null;
    /** The API key that came with the request, whoever the actor is. */
    keyIdx: number | undefined;
    /** Where the change feed stood when the caller's session was looked up. */
    head: string | undefined;
    /** The body as it was sent, before its contract was applied. */
    given: unknown;
    /** The approval under which a planned call is made again. */
    approval: Approval | undefined;
    /** Set if the call is only tried, for a plan. */
    proposal: Proposal | undefined;
    /** Set if the call is only made to be shown. */
    shows: Shows | undefined;
  }
}

/** The language of a request: the `lang` parameter, then the language of the page, then the cookies, then English. */
export function localeOf({ url, cookies, headers }: FastifyRequest): Locale {
  // From the URL itself: a validated query keeps only the parameters in its schema.
  const requested = /[?&]lang=(\w+)/.exec(url)?.[1];
  const page = headers['x-language'];
  return (
    parseLocale(requested) ??
    parseLocale(page) ??
    parseLocale(cookies?.lang) ??
    parseLocale(cookies?.language) ??
    defaultLocale
  );
}

/** The caller of a request: the account or API key, the system for anonymous requests. */
export function callerOf(request: FastifyRequest): Caller {
  const { actor, head, method, id: requestId, headers } = request;
  // A call that writes may read afterwards what it has changed.
  const known = head !== undefined && method === 'GET' ? { head } : {};
  const tab = tabOf(headers['x-tab']);
  return { actor: actor ?? systemActor, locale: localeOf(request), requestId, tab, ...known, ...plannedOf(request) };
}

/** Calls of staff can be planned: made, rolled back, and made again once another person approves them. */
function plannedOf(request: FastifyRequest): Pick<Caller, 'call' | 'approval' | 'proposal' | 'shows'> {
  const { method, url, given, approval, proposal, shows } = request;
  const staff = staffBehind(request);
  if (!staff || method === 'GET' || request.isMultipart()) return {};
  const call = { method, url, body: given ?? null, key: keyOf(request), program: staff.keyName };
  return { call, approval, proposal, shows };
}

const tabOf = (sent: unknown) => (typeof sent === 'string' && /^[0-9a-f-]{36}$/.test(sent) ? sent : undefined);

/** The logged-in account; null for anonymous callers and programs. */
export const staffBehind = ({ actor }: FastifyRequest): StaffActor | null => (actor && staffOf(actor)) ?? null;

/**
 * How a browser asks: it opens a page (`navigate`), or a script of ours fetches something (`fetch`); undefined for other
 * programs. Only our scripts send their page's language. Over plain HTTP browsers send no Sec-Fetch-Mode, but only
 * navigations have Upgrade-Insecure-Requests.
 */
export function modeOf({ headers }: FastifyRequest): 'navigate' | 'fetch' | undefined {
  if (headers['x-language'] !== undefined) return 'fetch';
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate' ? 'navigate' : undefined;
  return headers['upgrade-insecure-requests'] === undefined ? undefined : 'navigate';
}

/**
 * Whether a failure is answered with a page rather than data. Of a call or a fragment, only a browser that opens it as a
 * link gets a page.
 */
export function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (/^\/(api|portal|messages|openapi|storage)\b/.test(request.url)) return false;
  const mode = modeOf(request);
  return request.routeOptions.config.isData ? mode === 'navigate' : mode !== 'fetch';
}
