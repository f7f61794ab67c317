import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sessionCookie } from '#kernel/auth/guard.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/feature.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { results, success } from '#kernel/http/fields.ts';
import { readForm } from '#kernel/http/forms.ts';
import { pageOr, redirectsTo } from '#kernel/http/openapi.ts';
import { view } from '#kernel/http/web.ts';
import { localPath } from './local-path.rules.ts';
import type { Checked } from './password-check.service.ts';
import { minutes, signIn, signOut, throttled } from './sign-in.service.ts';
import { SignIn, SignInQuery } from './staff.contract.ts';
import { type StaffWords, staffMessages } from './staff.messages.ts';
import type StaffLogin from './staff-login.view.tsx';

const loginView = view<typeof StaffLogin>('staff/staff-login');
const anybody = { permission: 'public' as const };
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

const SignedIn = results(z.object({ success: z.boolean(), next: z.string() }));

const signInAnswers = {
  303: { description: 'To `next`, with the session cookie', headers: ['location', 'set-cookie'] },
  401: pageOr('The ID or the password is wrong'),
  429: pageOr('Too many failures; `retry-after` tells the wait in seconds'),
};

type Query = z.output<typeof SignInQuery>;

interface SignInRoute {
  Querystring: Query;
  Body: z.output<typeof SignIn>;
}

/** The sign-in page, its form, and signing out. */
export function signInRoutes(kernel: Kernel): void {
  const { app, work } = kernel;
  app.get<{ Querystring: Query }>(
    '/login',
    { config: anybody, schema: { hide: true, querystring: SignInQuery } },
    async (request, reply) => {
      const next = localPath(request.query.next);
      if (request.actor) return reply.redirect(next, 303);
      return sendLogin(kernel, request, reply, { next, id: '', refused: null });
    },
  );
  const summary = 'Log in; sets the session cookie';
  app.post<SignInRoute>(
    '/login',
    {
      config: { ...anybody, docs: { answers: signInAnswers } },
      // An ID, a password and a way on; nobody is signed in yet.
      bodyLimit: 8 * 1024,
      schema: { summary, consumes: forms, querystring: SignInQuery, body: SignIn, response: { 200: SignedIn } },
      preValidation: readForm,
    },
    (request, reply) => answerSignIn(kernel, request, reply),
  );
  app.post(
    '/logout',
    {
      config: { ...anybody, docs: { answers: { 303: redirectsTo('To the sign-in page, without its cookie') } } },
      schema: { summary: 'Log out; ends the session', consumes: forms, response: { 200: results(success) } },
    },
    async (request, reply) => {
      await work.write(callerOf(request), signOut);
      void reply.clearCookie(sessionCookie, cookieOptions(kernel, request));
      return wantsJson(request) ? { results: { success: true } } : reply.redirect('/login', 303);
    },
  );
}

async function answerSignIn(kernel: Kernel, request: FastifyRequest<SignInRoute>, reply: FastifyReply) {
  const { id, password } = request.body;
  const next = localPath(request.body.next ?? request.query.next);
  const origin = { address: request.ip, agent: request.headers['user-agent'] ?? '' };
  const result = await signIn(kernel.work, callerOf(request), { id, password, address: request.ip }, origin);
  if (result.is === 'right') {
    void reply.setCookie(sessionCookie, result.value, cookieOptions(kernel, request));
    return wantsJson(request) ? { results: { success: true, next } } : reply.redirect(next, 303);
  }
  const error = refusal(result);
  if (result.is === 'throttled') void reply.header('retry-after', result.wait);
  if (wantsJson(request)) throw error;
  return sendLogin(kernel, request, reply.code(error.status), { next, id, refused: result });
}

const cookieOptions = ({ config }: Kernel, request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false),
});

type Refused = Exclude<Checked<string>, { is: 'right' }>;

const refusal = (refused: Refused): AppError =>
  refused.is === 'throttled' ? throttled(refused.wait) : staffMessages.error(401, 'staff.sign_in_failed');

interface LoginState {
  next: string;
  id: string;
  refused: Refused | null;
}

async function sendLogin(
  { work, web }: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  { next, id, refused }: LoginState,
): Promise<FastifyReply> {
  const t = await work.read(callerOf(request), async (ctx) => ctx.translate<StaffWords>());
  const problem = refused?.is === 'throttled' ? t('staff.throttled', minutes(refused.wait)) : t('staff.sign_in_failed');
  const props = { next, id, problem: refused && problem };
  return web.sendPage(request, reply, { name: loginView, props, title: t('staff.sign_in') });
}

const wantsJson = ({ headers }: FastifyRequest): boolean =>
  [headers['content-type'], headers.accept].some((value) => value?.startsWith('application/json'));
