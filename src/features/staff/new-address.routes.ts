import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '#kernel/http/caller.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { confirmAddress } from './mail/new-address.service.ts';
import { findLinkedAddress } from './mail/new-address.store.ts';
import type StaffNewAddress from './mail/staff-new-address.view.tsx';
import { sendSignedOut } from './sign-in-answers.routes.ts';
import type { StaffWords } from './staff.messages.ts';

const newAddressView = view<typeof StaffNewAddress>('staff/mail/staff-new-address');

const LinkParams = z.object({ token: z.string().max(100) });

interface LinkRoute {
  Params: z.output<typeof LinkParams>;
}

/** The page that the link to a new mail address opens. Opening it does nothing, since programs for mail do that too: its button does. */
export function newAddressRoutes(kernel: Kernel): void {
  const { app, work, mails } = kernel;
  // The address proves that somebody reads there: it is stored nowhere and goes to no other site.
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
    void reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  const schema = { hide: true, params: LinkParams };
  const path = '/login/address/:token';
  app.get<LinkRoute>(path, { onRequest, config: { permission: 'public' }, schema }, (request, reply) =>
    sendNewAddressPage(kernel, request, reply),
  );
  app.post<LinkRoute>(
    path,
    // Its own page sends no referrer, so that its form looks like one of another site.
    { onRequest, config: { permission: 'public', fromAnySite: true }, bodyLimit: 1024, schema },
    async (request, reply) => {
      const { token } = request.params;
      const caller = callerOf(request);
      const linked = await work.read(caller, (ctx) => findLinkedAddress(ctx, token));
      // Nobody without a link makes accounts wait.
      if (!linked) return sendNewAddressPage(kernel, request, reply);
      try {
        await work.write(caller, (ctx) => confirmAddress(ctx, mails, token));
      } catch (error) {
        if (!(error instanceof AppError && error.status === 404)) throw error;
        return sendNewAddressPage(kernel, request, reply);
      }
      return sendNewAddressPage(kernel, request, reply, linked);
    },
  );
}

/** Its state: the link is open, or over, or has just been used by the account that is `done`. */
async function sendNewAddressPage(
  kernel: Kernel,
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  done?: { staff_id: string; address: string },
) {
  const { token } = request.params;
  const { t, open } = await kernel.work.read(callerOf(request), async (ctx) => ({
    t: ctx.translate<StaffWords>(),
    open: done ? undefined : await findLinkedAddress(ctx, token),
  }));
  const state = done ? ('done' as const) : open ? ('open' as const) : ('over' as const);
  if (state === 'over') void reply.code(404);
  const { staff_id: staffId = '', address = '' } = done ?? open ?? {};
  const props = { token, state, staffId, address };
  return sendSignedOut(kernel, request, reply, { name: newAddressView, props, title: t('staff.field_new_address') });
}
