import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, staffBehind } from '#kernel/http/caller.ts';
import { sessionCookie } from '#kernel/http/guard.ts';
import { type SentPage, view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { hasPasskeys } from './passkey/passkey.store.ts';
import { addressWithout } from './passkey/relying-party.rules.ts';
import type { Beginning } from './session.service.ts';
import type { StaffWords } from './staff.messages.ts';
import type StaffLogin from './staff-login.view.tsx';

const loginView = view<typeof StaffLogin>('staff/staff-login');

/** The state of the sign-in page: where to go next, what was typed, and why it was rejected. */
interface LoginState {
  next: string;
  id: string;
  problem: string | null;
}

/** Sends the sign-in page. */
export async function sendLogin(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  state: LoginState,
): Promise<FastifyReply> {
  const { config, work } = kernel;
  const { t, exist } = await work.read(callerOf(request), async (ctx) => ({
    t: ctx.translate<StaffWords>(),
    exist: await hasPasskeys(ctx.db),
  }));
  const { singleSignOn } = config;
  const without = addressWithout(config.publicUrl, request);
  const props = {
    ...state,
    forgotten: kernel.mails.areSent,
    singleSignOn: singleSignOn ? { name: singleSignOn.name ?? null } : null,
    passkeys: { offered: exist && without === null, addressWithout: exist ? without : null },
  };
  return sendSignedOut(kernel, request, reply, { name: loginView, props, title: t('staff.sign_in') });
}

/** Sends a page of signing in or out: without the menu, also to somebody who is still signed in. */
export function sendSignedOut<P>(
  { web }: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  page: SentPage<P>,
): Promise<FastifyReply> {
  request.actor = null;
  return web.sendPage(request, reply, page);
}

/** The options of a log-in cookie; scripts cannot read it. */
export const cookieOptions = ({ config }: Kernel, request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false),
});

export function giveSession(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.setCookie(sessionCookie, token, cookieOptions(kernel, request));
}

/** The origin of a session begun by this request. */
export const beginningOf = ({ mails }: Pick<Kernel, 'mails'>, request: FastifyRequest): Beginning => ({
  mails,
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
  before: staffBehind(request) ?? undefined,
});

/** Whether a program called, rather than a form. */
export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  [headers['content-type'], headers.accept].some((value) => value?.startsWith('application/json'));
