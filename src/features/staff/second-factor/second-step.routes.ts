import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '#kernel/http/caller.ts';
import { readForm } from '#kernel/http/forms.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { localPath } from '../local-path.rules.ts';
import { beginningOf, cookieOptions, giveSession, sendSignedOut } from '../sign-in-answers.routes.ts';
import { SignInQuery, secondFactorSecret } from '../staff.contract.ts';
import { type StaffWords, staffMessages } from '../staff.messages.ts';
import type { Account } from '../staff.store.ts';
import { newSecret, qrCode, secretUri } from './one-time-code.service.ts';
import { codeRefusal } from './second-factor.service.ts';
import { makeTicket, SecondStep, stepSeconds } from './second-step.service.ts';
import type StaffCode from './staff-code.view.tsx';
import type StaffSetUp from './staff-set-up.view.tsx';

const codeView = view<typeof StaffCode>('staff/second-factor/staff-code');
const setUpView = view<typeof StaffSetUp>('staff/second-factor/staff-set-up');

const ticketCookie = 'step';
const otp = z.string().trim().max(40).default('');
const CodeForm = z.strictObject({ otp });
const SetUpForm = z.strictObject({ otp, secret: secondFactorSecret });

type Query = z.output<typeof SignInQuery>;

interface Step<Body = unknown> {
  request: FastifyRequest<{ Querystring: Query; Body: Body }>;
  reply: FastifyReply;
  step: SecondStep;
  account: Account;
  next: string;
}

/** The pages after the password: a code from the app, or setting up two-factor. Forms that work without script. */
export function secondStepRoutes(kernel: Kernel): void {
  const { app } = kernel;
  const config = { permission: 'public' as const, inMaintenance: true as const };
  const page = { config, schema: { hide: true, querystring: SignInQuery } };
  const form = <S extends z.ZodType>(body: S) => ({
    ...page,
    schema: { ...page.schema, body },
    bodyLimit: 8 * 1024,
    preValidation: readForm,
  });
  app.get<{ Querystring: Query }>('/login/code', page, (request, reply) =>
    atStep(kernel, request, reply, (step) => sendCode(kernel, step, null)),
  );
  app.post<{ Querystring: Query; Body: z.output<typeof CodeForm> }>('/login/code', form(CodeForm), (request, reply) =>
    atStep(kernel, request, reply, (step) => answerCode(kernel, step)),
  );
  app.get<{ Querystring: Query }>('/login/setup', page, (request, reply) =>
    atStep(kernel, request, reply, (step) => sendSetUp(kernel, step, { secret: newSecret(), problem: null })),
  );
  app.post<{ Querystring: Query; Body: z.output<typeof SetUpForm> }>(
    '/login/setup',
    form(SetUpForm),
    (request, reply) => atStep(kernel, request, reply, (step) => answerSetUp(kernel, step)),
  );
}

/** Sends a browser to its second step after the right password. */
export async function goToStep(
  kernel: Kernel,
  { request, reply, account, next }: { request: FastifyRequest; reply: FastifyReply; account: Account; next: string },
): Promise<FastifyReply> {
  const now = await kernel.work.read(callerOf(request), async (ctx) => ctx.now);
  const options = { ...cookieOptions(kernel, request), path: '/login', maxAge: stepSeconds };
  void reply.setCookie(ticketCookie, await makeTicket(kernel.config, account, now), options);
  return reply.redirect(stepUrl(account, next), 303);
}

const stepUrl = (account: Account, next: string) =>
  `${account.two_factor ? '/login/code' : '/login/setup'}${next === '/' ? '' : `?${new URLSearchParams({ next })}`}`;

/** Runs a step for the owner of the ticket; an expired ticket leads back to the sign-in page. */
async function atStep<B>(
  kernel: Kernel,
  request: Step<B>['request'],
  reply: FastifyReply,
  act: (step: Step<B>) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const next = localPath(request.query.next);
  const step = new SecondStep(kernel, callerOf(request));
  const account = await step.owner(request.cookies[ticketCookie] ?? '');
  if (!account) return beginAnew(reply, next);
  // An account with a second factor cannot set up another one here, and one without it is not asked for a code.
  const url = stepUrl(account, next);
  if (!url.startsWith(request.url.split('?')[0] ?? '')) return reply.redirect(url, 303);
  return act({ request, reply, step, account, next });
}

const beginAnew = (reply: FastifyReply, next: string) =>
  reply.redirect(next === '/' ? '/login' : `/login?${new URLSearchParams({ next })}`, 303);

async function answerCode(kernel: Kernel, step: Step<z.output<typeof CodeForm>>): Promise<FastifyReply> {
  const { request, reply, account, next } = step;
  const entered = await step.step.enter(account, request.body.otp, beginningOf(kernel, request));
  if (!entered) return beginAnew(reply, next);
  const { check, token } = entered;
  if (check.is === 'right') {
    leaveStep(kernel, step, token ?? '');
    return reply.redirect(next, 303);
  }
  if (check.is === 'code_throttled') void reply.header('retry-after', check.wait);
  const error = codeRefusal(check);
  const problem = await kernel.work.read(callerOf(request), async (ctx) => ctx.text(error.code, error.values));
  return sendCode(kernel, { ...step, reply: reply.code(error.status) }, problem);
}

async function answerSetUp(kernel: Kernel, step: Step<z.output<typeof SetUpForm>>): Promise<FastifyReply> {
  const { request, reply, account, next } = step;
  const { secret } = request.body;
  const done = await step.step.setUp(account, request.body, beginningOf(kernel, request));
  if (!done) {
    const error = staffMessages.error(422, 'login.code_wrong');
    const problem = await kernel.work.read(callerOf(request), async (ctx) => ctx.text(error.code));
    return sendSetUp(kernel, { ...step, reply: reply.code(error.status) }, { secret, problem });
  }
  leaveStep(kernel, step, done.token);
  const props = { next, problem: null, begun: null, recoveryCodes: done.recoveryCodes };
  return sendSignedOut(kernel, request, reply, { name: setUpView, props, title: await titleOf(kernel, request) });
}

function leaveStep(kernel: Kernel, { request, reply }: Pick<Step, 'request' | 'reply'>, token: string): void {
  giveSession(kernel, request, reply, token);
  void reply.clearCookie(ticketCookie, { ...cookieOptions(kernel, request), path: '/login' });
}

async function sendCode<B>(kernel: Kernel, { request, reply, next }: Step<B>, problem: string | null) {
  const title = await titleOf(kernel, request);
  return sendSignedOut(kernel, request, reply, { name: codeView, props: { next, problem }, title });
}

async function sendSetUp<B>(
  kernel: Kernel,
  { request, reply, account, next }: Step<B>,
  { secret, problem }: { secret: string; problem: string | null },
) {
  const product = await kernel.work.read(callerOf(request), async (ctx) => ctx.text('common.product'));
  const begun = { secret, qr: qrCode(secretUri(secret, product, account.staff_id)) };
  const props = { next, problem, begun, recoveryCodes: null };
  return sendSignedOut(kernel, request, reply, { name: setUpView, props, title: await titleOf(kernel, request) });
}

const titleOf = (kernel: Kernel, request: FastifyRequest) =>
  kernel.work.read(callerOf(request), async (ctx) => ctx.translate<StaffWords>()('staff.two_factor'));
