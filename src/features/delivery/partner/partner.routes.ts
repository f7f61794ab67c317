import type { FastifyReply, FastifyRequest } from 'fastify';
import { verifyPassword } from '#kernel/auth/password.ts';
import { beginAttempt, forgiveAttempt, linkKey } from '#kernel/auth/throttle.ts';
import { sealFor } from '#kernel/config/seal.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Caller, systemCaller } from '#kernel/work/unit-of-work.ts';
import { PartnerFileQuery, PartnerParams, PartnerQuery, type PartnerRoute, PasswordBody } from './partner.contract.ts';
import { readPartnerBatch } from './partner.read.ts';
import type PartnerPage from './partner.view.tsx';
import type PartnerClosed from './partner-closed.view.tsx';
import { isBatchSoldByOrders } from '#features/vending/sold-batches.public.ts';
import { sendPartnerFile } from './partner-file.service.ts';
import { pageOf } from './partner-link.service.ts';
import { findLink, type OpenedLink } from './partner-link.store.ts';
import type PartnerPassword from './partner-password.view.tsx';
import { PartnerVisits } from './partner-visit.ts';

const pageView = view<typeof PartnerPage>('delivery/partner/partner');
const passwordView = view<typeof PartnerPassword>('delivery/partner/partner-password');
const closedView = view<typeof PartnerClosed>('delivery/partner/partner-closed');

// Whoever has the address can open it: it must leak neither to other sites nor into search engines or caches.
const secretive = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

type Request = FastifyRequest<PartnerRoute>;

/** The link of a request that may be followed, in the language of the page. */
interface Opened {
  ctx: Context;
  caller: Caller;
  link: OpenedLink;
}

/** The page of a batch for those who have its link, without an account. No staff cookie is read. */
export async function partnerRoutes({ app, web, work, config, maintenance }: Kernel): Promise<void> {
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;
  const visits = new PartnerVisits(await sealFor(config, 'partner visits'), isSecure);

  /** Runs `act` with the link of a request; shows a page without figures if there is none that is open. */
  const open = (request: Request, reply: FastifyReply, act: (opened: Opened) => Promise<unknown>) => {
    const { token } = request.params;
    const requested = request.query.lang;
    return work.read(systemCaller(request.id), async (first) => {
      const link = await findLink(first, token);
      const caller = { ...systemCaller(request.id), locale: requested ?? link?.lang ?? callerOf(request).locale };
      return work.read(caller, async (ctx) => {
        if (link?.isOpen) return act({ ctx, caller, link });
        const status = link ? 410 : 404;
        const title = ctx.text('common.product');
        const props = { path: pageOf(token), isKnown: link !== undefined };
        return web.sendPage(request, reply.code(status), { name: closedView, props, title, locale: caller.locale });
      });
    });
  };

  const askPassword = (
    request: Request,
    reply: FastifyReply,
    { ctx, caller }: Opened,
    error: AppError | null = null,
  ) => {
    const problem = error && ctx.text(error.code, error.values);
    const props = { path: pageOf(request.params.token), problem };
    const { locale } = caller;
    const title = ctx.text('common.product');
    return web.sendPage(request, reply.code(error?.status ?? 401), { name: passwordView, props, title, locale });
  };

  const access = { permission: 'public', anonymous: true } as const;
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(secretive);

  app.get<PartnerRoute>(
    '/delivery/:token',
    { onRequest, config: access, schema: { hide: true, params: PartnerParams, querystring: PartnerQuery } },
    (request, reply) =>
      open(request, reply, async (opened) => {
        const { ctx, caller, link } = opened;
        if (!visits.isLetIn(request, link, ctx.now)) return askPassword(request, reply, opened);
        const batch = await readPartnerBatch(ctx, link, request.query.page);
        const props = { path: pageOf(request.params.token), batch };
        return web.sendPage(request, reply, { name: pageView, props, title: batch.title, locale: caller.locale });
      }),
  );

  app.post<PartnerRoute>(
    '/delivery/:token',
    {
      onRequest,
      // Its own page sends no referrer, so that its form looks like one of another site.
      config: { ...access, fromAnySite: true, inMaintenance: true },
      schema: { hide: true, params: PartnerParams, querystring: PartnerQuery, body: PasswordBody },
    },
    (request, reply) =>
      open(request, reply, async (opened) => {
        const { ctx, caller, link } = opened;
        const { token } = request.params;
        if (link.password_hash !== null) {
          const id = linkKey(link.link_idx);
          const attempt = await work.write(caller, (write) => beginAttempt(write, id, request.ip));
          if (attempt.wait > 0) {
            void reply.header('retry-after', attempt.wait);
            const minutes = Math.ceil(attempt.wait / 60);
            return askPassword(request, reply, opened, new AppError(429, 'code.partner_throttled', { minutes }));
          }
          if (!(await verifyPassword(link.password_hash, request.body.password)))
            return askPassword(request, reply, opened, new AppError(401, 'code.partner_wrong'));
          await work.write(caller, (write) => forgiveAttempt(write, id, attempt));
          visits.begin(request, reply, { link, token, now: ctx.now });
        }
        return reply.redirect(`${pageOf(token)}?lang=${caller.locale}`, 303);
      }),
  );

  app.get<PartnerRoute>(
    '/delivery/:token/codes',
    { onRequest, config: access, schema: { hide: true, params: PartnerParams, querystring: PartnerFileQuery } },
    (request, reply) =>
      open(request, reply, async (opened) => {
        const { ctx, caller, link } = opened;
        if (!visits.isLetIn(request, link, ctx.now)) return askPassword(request, reply, opened);
        maintenance.refuse();
        if (await isBatchSoldByOrders(ctx, link.cg_idx)) throw new AppError(409, 'code.partner_no_file');
        const { lang: _lang, ...file } = request.query;
        return sendPartnerFile({ ctx, write: (act) => work.write(caller, act), request, reply }, link, file);
      }),
  );
}
