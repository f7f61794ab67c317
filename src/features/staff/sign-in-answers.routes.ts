import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, staffBehind } from '#kernel/http/caller.ts';
import { sessionCookie } from '#kernel/http/guard.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
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
  { work, web, config }: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  state: LoginState,
): Promise<FastifyReply> {
  const t = await work.read(callerOf(request), async (ctx) => ctx.translate<StaffWords>());
  const singleSignOn = config.singleSignOn && { name: config.singleSignOn.name ?? null };
  const props = { ...state, singleSignOn: singleSignOn ?? null };
  return web.sendPage(request, reply, { name: loginView, props, title: t('staff.sign_in') });
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
export const beginningOf = (request: FastifyRequest): Beginning => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
  before: staffBehind(request) ?? undefined,
});
