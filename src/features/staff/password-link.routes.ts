import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashPassword } from '#kernel/auth/password.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { readForm } from '#kernel/http/forms.ts';
import { pageOr } from '#kernel/http/openapi.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { results, success } from '#kernel/work/fields.ts';
import { deviceKind } from './device/device-mail.ts';
import { findLinked } from './mail/password-link.store.ts';
import { noteForgotten, sendForgottenLinks, setLinkedPassword } from './mail/password-link.service.ts';
import type StaffForgotten from './mail/staff-forgotten.view.tsx';
import type StaffNewPassword from './mail/staff-new-password.view.tsx';
import { sendSignedOut, wantsJson } from './sign-in-answers.routes.ts';
import { password } from './staff.contract.ts';
import { type StaffWords, staffMessages } from './staff.messages.ts';
import { newAddressKind } from './mail/new-address-mail.ts';
import { staffMailKinds } from './mail/staff-mails.ts';

const forgottenView = view<typeof StaffForgotten>('staff/mail/staff-forgotten');
const newPasswordView = view<typeof StaffNewPassword>('staff/mail/staff-new-password');

const anybody = { permission: 'public' as const };
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];
const Forgotten = z.strictObject({ id: z.string().trim().min(1).max(200) });
const LinkParams = z.object({ token: z.string().max(100) });
const NewPassword = z.strictObject({ password: z.string().max(1024).default('') });

const answers = {
  202: pageOr('Noted, whether or not there is such an account', results(success)),
  429: pageOr('Too many of these; `retry-after` tells the wait in seconds'),
};

interface ForgottenRoute {
  Body: z.output<typeof Forgotten>;
}

interface LinkRoute {
  Params: z.output<typeof LinkParams>;
  Body: z.output<typeof NewPassword>;
}

/** A forgotten password, and the page that a link in a mail opens: plain forms that work without script. */
export function passwordLinkRoutes(kernel: Kernel): void {
  const { app, mails, work } = kernel;
  mails.define(...staffMailKinds, newAddressKind, deviceKind);
  sendForgottenLinks(kernel);
  app.get('/login/forgotten', { config: anybody, schema: { hide: true } }, (request, reply) =>
    mails.areSent ? sendForgottenPage(kernel, request, reply, false) : reply.redirect('/login', 303),
  );
  const summary = 'Send a link that sets a forgotten password to the mail address of an account, if it has one';
  app.post<ForgottenRoute>(
    '/login/forgotten',
    {
      config: { ...anybody, docs: { answers } },
      bodyLimit: 8 * 1024,
      schema: { summary, consumes: forms, body: Forgotten },
      preValidation: readForm,
    },
    async (request, reply) => {
      await work.write(callerOf(request), (ctx) => noteForgotten(kernel, ctx, request.body.id, request.ip));
      void reply.code(202);
      if (wantsJson(request)) return { results: { success: true } };
      return sendForgottenPage(kernel, request, reply, true);
    },
  );
  // The address opens the account: it is stored nowhere and goes to no other site.
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
    void reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  app.get<LinkRoute>(
    '/login/link/:token',
    { onRequest, config: anybody, schema: { hide: true, params: LinkParams } },
    (request, reply) => sendNewPassword(kernel, request, reply, {}),
  );
  app.post<LinkRoute>(
    '/login/link/:token',
    {
      onRequest,
      // Its own page sends no referrer, so that its form looks like one of another site.
      config: { ...anybody, fromAnySite: true },
      bodyLimit: 8 * 1024,
      schema: { hide: true, params: LinkParams, body: NewPassword },
      preValidation: readForm,
    },
    (request, reply) => answerNewPassword(kernel, request, reply),
  );
}

async function answerNewPassword(kernel: Kernel, request: FastifyRequest<LinkRoute>, reply: FastifyReply) {
  const { work } = kernel;
  const { token } = request.params;
  const given = password.safeParse(request.body.password);
  if (!given.success) {
    const common = given.error.issues.some(({ message }) => message === 'staff.password_common');
    const error = staffMessages.error(422, common ? 'staff.password_common' : 'staff.password_short');
    return sendNewPassword(kernel, request, reply.code(422), { error });
  }
  // Nobody without a link makes the server compute a hash.
  if (!(await work.read(callerOf(request), (ctx) => findLinked(ctx, token)))) {
    return sendNewPassword(kernel, request, reply, {});
  }
  const hash = await hashPassword(given.data);
  try {
    await work.write(callerOf(request), (ctx) => setLinkedPassword(ctx, token, hash));
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return sendNewPassword(kernel, request, reply, {});
    throw error;
  }
  return sendNewPassword(kernel, request, reply, { isDone: true });
}

async function sendForgottenPage(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, isNoted: boolean) {
  const t = await kernel.work.read(callerOf(request), async (ctx) => ctx.translate<StaffWords>());
  return sendSignedOut(kernel, request, reply, {
    name: forgottenView,
    props: { isNoted },
    title: t('staff.forgotten'),
  });
}

async function sendNewPassword(
  kernel: Kernel,
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  { isDone = false, error }: { isDone?: boolean; error?: AppError },
) {
  const { token } = request.params;
  const { t, problem, account } = await kernel.work.read(callerOf(request), async (ctx) => ({
    t: ctx.translate<StaffWords>(),
    problem: error ? ctx.text(error.code, error.values) : null,
    account: isDone ? undefined : await findLinked(ctx, token),
  }));
  const state = isDone ? ('done' as const) : account ? ('open' as const) : ('over' as const);
  if (state === 'over') void reply.code(404);
  const props = { token, state, staffId: account?.staff_id ?? '', problem, mayRequest: kernel.mails.areSent };
  return sendSignedOut(kernel, request, reply, { name: newPasswordView, props, title: t('staff.link_choose') });
}
