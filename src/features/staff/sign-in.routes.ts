import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, staffBehind } from '#kernel/http/caller.ts';
import { readForm } from '#kernel/http/forms.ts';
import { sessionCookie } from '#kernel/http/guard.ts';
import { pageOr, redirectsTo } from '#kernel/http/openapi.ts';
import { view } from '#kernel/http/web.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { results, succeeded, success } from '#kernel/work/fields.ts';
import { localPath } from './local-path.rules.ts';
import type { Checked } from './password-check.service.ts';
import { codeRefusal } from './second-factor/second-factor.service.ts';
import { goToStep } from './second-factor/second-step.routes.ts';
import { signOut, throttled } from './session.service.ts';
import { type Entered, signIn } from './sign-in.service.ts';
import {
  beginningOf,
  cookieOptions,
  giveSession,
  sendLogin,
  sendSignedOut,
  wantsJson,
} from './sign-in-answers.routes.ts';
import { openLogOut } from './single-sign-on/single-sign-on.service.ts';
import type StaffLeaving from './single-sign-on/staff-leaving.view.tsx';
import { SignIn, SignInQuery } from './staff.contract.ts';
import { type StaffWords, staffMessages } from './staff.messages.ts';

const leavingView = view<typeof StaffLeaving>('staff/single-sign-on/staff-leaving');
const anybody = { permission: 'public' as const, inMaintenance: true as const };
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

const SignedIn = results(z.object({ success: succeeded, next: z.string() }));

const signInAnswers = {
  303: { description: 'To `next`, with the session cookie', headers: ['location', 'set-cookie'] },
  401: pageOr('The ID, the password or the code is wrong, or a code is needed (`login.second_factor`)'),
  403: pageOr('The account must set up two-factor first, on the sign-in page (`login.second_factor_setup`)'),
  429: pageOr('Too many failures; `retry-after` tells the wait in seconds'),
};

const signOutAnswers = {
  200: pageOr('Logged out; the page goes on to log out at the provider of single sign-on', results(success)),
  303: redirectsTo('To the sign-in page, without its cookie'),
};

type Query = z.output<typeof SignInQuery>;

interface SignInRoute {
  Querystring: Query;
  Body: z.output<typeof SignIn>;
}

/** The sign-in page, its form, and signing out. */
export function signInRoutes(kernel: Kernel): void {
  const { app } = kernel;
  app.get<{ Querystring: Query }>(
    '/login',
    { config: anybody, schema: { hide: true, querystring: SignInQuery } },
    async (request, reply) => {
      const next = localPath(request.query.next);
      if (request.actor) return reply.redirect(next, 303);
      return sendLogin(kernel, request, reply, { next, id: '', problem: null });
    },
  );
  const summary = 'Log in; sets the session cookie';
  app.post<SignInRoute>(
    '/login',
    {
      config: { ...anybody, docs: { answers: signInAnswers } },
      // An ID, a password and a next address; nobody is signed in yet.
      bodyLimit: 8 * 1024,
      schema: { summary, consumes: forms, querystring: SignInQuery, body: SignIn, response: { 200: SignedIn } },
      preValidation: readForm,
    },
    (request, reply) => answerSignIn(kernel, request, reply),
  );
  app.post(
    '/logout',
    {
      config: { ...anybody, docs: { answers: signOutAnswers } },
      schema: { summary: 'Log out; ends the session', consumes: forms },
    },
    (request, reply) => answerSignOut(kernel, request, reply),
  );
}

async function answerSignIn(kernel: Kernel, request: FastifyRequest<SignInRoute>, reply: FastifyReply) {
  const { id, password, otp } = request.body;
  const next = localPath(request.body.next ?? request.query.next);
  const claim = { id, password, otp, address: request.ip };
  const result = await signIn(kernel, callerOf(request), claim, beginningOf(kernel, request));
  const entered = result.is === 'right' ? result.value : null;
  if (entered?.to === 'session') {
    giveSession(kernel, request, reply, entered.token);
    return wantsJson(request) ? { results: { next } } : reply.redirect(next, 303);
  }
  if (entered?.to === 'second_step' && !wantsJson(request)) {
    return goToStep(kernel, { request, reply, account: entered.account, next });
  }
  const { error, wait } = refusal(result);
  if (wait > 0) void reply.header('retry-after', wait);
  if (wantsJson(request)) throw error;
  const problem = await kernel.work.read(callerOf(request), async (ctx) => ctx.text(error.code, error.values));
  return sendLogin(kernel, request, reply.code(error.status), { next, id, problem });
}

/** The response to a log-in that did not open a session; `wait` is in seconds. */
function refusal(result: Checked<Entered>): { error: AppError; wait: number } {
  if (result.is === 'throttled') return { error: throttled(result.wait), wait: result.wait };
  if (result.is === 'wrong' || result.value.to === 'session') {
    return { error: staffMessages.error(401, 'staff.sign_in_failed'), wait: 0 };
  }
  const { value } = result;
  if (value.to === 'passkey') return { error: staffMessages.error(403, 'login.passkey_needed'), wait: 0 };
  if (value.to === 'refusal') {
    return { error: codeRefusal(value.check), wait: value.check.is === 'code_throttled' ? value.check.wait : 0 };
  }
  return {
    error: value.account.two_factor
      ? staffMessages.errorWith(401, 'login.second_factor', { field: 'otp' })
      : staffMessages.error(403, 'login.second_factor_setup'),
    wait: 0,
  };
}

async function answerSignOut(kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const staff = staffBehind(request);
  const sealed = await kernel.work.write(callerOf(request), signOut);
  void reply.clearCookie(sessionCookie, cookieOptions(kernel, request));
  if (wantsJson(request)) return { results: { success: true } };
  const address = sealed && staff && (await openLogOut(kernel.config, sealed, staff.staffIdx));
  return address ? sendLeaving(kernel, request, reply, address) : reply.redirect('/login', 303);
}

/**
 * Continues to log out at the provider, through a page with a refresh header: our content security policy does not let
 * forms redirect to other sites.
 */
async function sendLeaving(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, address: string) {
  const t = await kernel.work.read(callerOf(request), async (ctx) => ctx.translate<StaffWords>());
  void reply.header('refresh', `0; url=${address}`);
  return sendSignedOut(kernel, request, reply, { name: leavingView, props: { address }, title: t('staff.leaving') });
}
