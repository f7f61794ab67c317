import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SingleSignOnConfig } from '#kernel/config/config.ts';
import { callerOf, staffBehind } from '#kernel/http/caller.ts';
import { originOf } from '#kernel/http/origin.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { accountView, ownAccount } from '../account/own-account.read.ts';
import { localPath } from '../local-path.rules.ts';
import { beginningOf, cookieOptions, giveSession, sendLogin } from '../sign-in-answers.routes.ts';
import { type StaffWords, staffMessages } from '../staff.messages.ts';
import { connectOwn, openFor } from './entry.service.ts';
import { callbackPath, SingleSignOn } from './single-sign-on.service.ts';
import type { Attempt } from './single-sign-on.store.ts';
import type StaffRenewed from './staff-renewed.view.tsx';

const browserCookie = 'oidc';
const browserSeconds = 600;
const anybody = { config: { permission: 'public' as const }, schema: { hide: true } };

/** Redirecting to the provider and back: browser navigations, which respond with pages. */
export function singleSignOnRoutes(kernel: Kernel): void {
  kernel.web.page('/staff/renewed', {
    view: view<typeof StaffRenewed>('staff/single-sign-on/staff-renewed'),
    permission: 'signed-in',
    title: (t) => t('staff.renewed'),
    load: () => ({}),
  });
  const { singleSignOn } = kernel.config;
  if (!singleSignOn) return;
  kernel.app.get('/login/oidc', anybody, async (request, reply) => {
    const next = localPath(query(request).get('next'));
    return explained(kernel, request, { reply, next, connects: false }, async () => {
      const signOn = signOnOf(kernel, singleSignOn);
      const browser = browserOf(kernel, request, reply);
      return reply.redirect((await signOn.begin(callerOf(request), { browser, next, connects: null })).href, 303);
    });
  });
  kernel.app.get(callbackPath, anybody, async (request, reply) => {
    const visit = { reply, next: '/', connects: false };
    return explained(kernel, request, visit, async () => {
      const signOn = signOnOf(kernel, singleSignOn);
      const state = query(request).get('state') ?? '';
      const attempt = await signOn.take(callerOf(request), state, request.cookies[browserCookie] ?? '');
      visit.next = attempt.next;
      visit.connects = attempt.staff_idx !== null;
      await finish(kernel, signOn, { request, reply, attempt: { ...attempt, state } });
      return reply.redirect(attempt.next, 303);
    });
  });
}

/** Starts connecting the caller's account; returns the address for the browser. */
export async function beginConnecting(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { singleSignOn } = kernel.config;
  if (!singleSignOn) throw staffMessages.error(409, 'staff.sso_not_configured');
  const browser = browserOf(kernel, request, reply);
  const connects = staffBehind(request)?.staffIdx ?? null;
  const beginning = { browser, next: '/staff/sessions', connects };
  return (await signOnOf(kernel, singleSignOn).begin(callerOf(request), beginning)).href;
}

interface Return {
  request: FastifyRequest;
  reply: FastifyReply;
  attempt: Attempt & { state: string };
}

/** Opens a session for the person who came back, or connects the signed-in account. */
async function finish(kernel: Kernel, signOn: SingleSignOn, { request, reply, attempt }: Return): Promise<void> {
  const person = await signOn.person(attempt, `?${query(request)}`);
  const caller = callerOf(request);
  if (attempt.staff_idx !== null) {
    if (staffBehind(request)?.staffIdx !== attempt.staff_idx) throw new AppError(401, 'error.sign_in');
    return kernel.work.write(caller, (ctx) => connectOwn(ctx, person));
  }
  const admission = await signOn.admit(caller, person);
  if (admission.is === 'refused') throw admission.why;
  const token = await openFor(kernel, caller, {
    account: admission.account,
    person,
    beginning: beginningOf(kernel, request),
  });
  giveSession(kernel, request, reply, token);
}

const signOnOf = (kernel: Kernel, config: SingleSignOnConfig) =>
  new SingleSignOn(kernel, config, originOf(kernel.config, kernel.app.server));

/**
 * A secret of this browser: an attempt must return to the browser it started in. One per browser, for all its attempts.
 */
function browserOf(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): string {
  const browser = request.cookies[browserCookie] ?? randomBytes(32).toString('base64url');
  const options = { ...cookieOptions(kernel, request), path: '/login/oidc', maxAge: browserSeconds };
  void reply.setCookie(browserCookie, browser, options);
  return browser;
}

interface Visit {
  reply: FastifyReply;
  /** Where a retried log-in leads. */
  next: string;
  connects: boolean;
}

/** Runs one half of a log-in; errors are shown on the page it came from. */
async function explained(kernel: Kernel, request: FastifyRequest, visit: Visit, act: () => Promise<FastifyReply>) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.options.cause) request.log.warn({ err: error.options.cause }, error.code);
    return sendProblem(kernel, request, visit, error);
  }
}

async function sendProblem(kernel: Kernel, request: FastifyRequest, visit: Visit, error: AppError) {
  // Failures elsewhere are not our fault: 424 says that a dependency failed.
  const reply = visit.reply.code(error.status < 500 ? error.status : 424);
  const { problem, account, title } = await kernel.work.read(callerOf(request), async (ctx) => {
    const text = ctx.text(error.code, error.values);
    const shown = visit.connects && staffBehind(request)?.isAdmin === true;
    return {
      problem: text,
      account: shown ? await ownAccount(kernel, ctx, request, text) : null,
      title: ctx.translate<StaffWords>()('staff.account'),
    };
  });
  if (!account) return sendLogin(kernel, request, reply, { next: visit.next, id: '', problem });
  return kernel.web.sendPage(request, reply, { name: accountView, props: account, title });
}

/** The raw query string: the provider's response is validated as a whole. */
const query = ({ url }: FastifyRequest) => new URL(url, 'http://site.invalid').searchParams;
