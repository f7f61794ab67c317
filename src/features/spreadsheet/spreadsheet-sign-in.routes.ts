import type { FastifyReply, FastifyRequest } from 'fastify';
import { localPath } from '#features/staff/staff.public.ts';
import { callerOf, staffBehind } from '#kernel/http/caller.ts';
import { originOf } from '#kernel/http/origin.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { StaffActor } from '#kernel/work/actor.ts';
import { type SpreadsheetWords, spreadsheetMessages } from './spreadsheet.messages.ts';
import { home, pageView } from './spreadsheet.routes.ts';
import { accountState } from './spreadsheet.service.ts';
import { SpreadsheetSignIn, unknownAttempt } from './spreadsheet-sign-in.service.ts';

const callbackPath = `${home}/callback`;

/** Redirecting to the issuer and back: browser navigations, which respond with pages. */
export function signInRoutes(kernel: Kernel): void {
  const route = { config: { permission: 'admin' as const }, schema: { hide: true } };
  kernel.app.get(`${home}/connect`, route, async (request, reply) => {
    const next = onwards(query(request).get('next'));
    return attended(kernel, { request, reply, next }, async (signIn, actor) =>
      reply.redirect((await signIn.begin(callerOf(request), actor, next)).href, 303),
    );
  });
  kernel.app.get(callbackPath, route, async (request, reply) => {
    const visit = { request, reply, next: home };
    return attended(kernel, visit, async (signIn, actor) => {
      const state = query(request).get('state') ?? '';
      const attempt = await signIn.take(callerOf(request), actor, state);
      if (!attempt) throw unknownAttempt();
      visit.next = attempt.next;
      await signIn.finish(callerOf(request), actor, { ...attempt, state }, `?${query(request)}`);
      return reply.redirect(attempt.next, 303);
    });
  });
}

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Where a retried sign-in leads. */
  next: string;
}

/** Runs one half of a sign-in; errors are shown on the account's screen, with a way to retry. */
async function attended(
  kernel: Kernel,
  visit: Visit,
  act: (signIn: SpreadsheetSignIn, actor: StaffActor) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request } = visit;
  try {
    const { spreadsheets } = kernel.config;
    if (!spreadsheets) throw spreadsheetMessages.error(409, 'spreadsheet.not_configured');
    const staff = staffBehind(request);
    if (!staff) throw new AppError(401, 'error.sign_in');
    const redirectUri = originOf(kernel.config, kernel.app.server) + callbackPath;
    return await act(new SpreadsheetSignIn(kernel, spreadsheets, redirectUri), staff);
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 401) throw error;
    if (error.options.cause) request.log.warn({ err: error.options.cause }, error.code);
    return sendProblem(kernel, visit, error);
  }
}

async function sendProblem(kernel: Kernel, { request, reply, next }: Visit, error: AppError): Promise<FastifyReply> {
  const { props, title } = await kernel.work.read(callerOf(request), async (ctx) => ({
    props: { ...(await accountState(kernel, ctx)), problem: ctx.text(error.code, error.values), next },
    title: ctx.translate<SpreadsheetWords>()('spreadsheet.heading'),
  }));
  // Failures elsewhere are not our fault: 424 says that a dependency failed.
  const status = error.status < 500 ? error.status : 424;
  return kernel.web.sendPage(request, reply.code(status), { name: pageView, props, title });
}

/** The raw query string: the issuer's response is validated as a whole. */
const query = ({ url }: FastifyRequest) => new URL(url, 'http://site.invalid').searchParams;

/** A page of this site that is not itself a step of the sign-in. */
function onwards(next: string | null): string {
  const path = localPath(next ?? home);
  return path.startsWith(`${home}/`) ? home : path;
}
