import { hash } from 'node:crypto';
import { z } from 'zod';
import { originOf } from '#kernel/http/origin.ts';
import { hasTag } from '#kernel/http/known-tag.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { endOfTime, inSeconds } from '#kernel/text/seconds.rules.ts';
import { endOfDay, momentOf, startOfDay } from '#kernel/work/days.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { calendarMessages } from './calendar.messages.ts';
import { readEntries } from './entries.read.ts';
import { icalendar } from './icalendar.rules.ts';
import { calendarApi } from './link.contract.ts';
import { makeLink, requireStaff, revokeLink } from './link.service.ts';
import { findLink, listLinks } from './link.store.ts';

// Subscribers get what is to come and the last two months. Seconds.
const back = 60 * 86_400;

const Params = z.object({ token: z.string().max(200) });

/** The calls of links, and the file that they open without an account. */
export function subscriptionRoutes(kernel: Kernel): void {
  const { api, app, work, calendar, config } = kernel;
  api(calendarApi, {
    'GET /api/v1/calendar': async ({ ctx, query }) => {
      const since = await momentOf(ctx, query.since, startOfDay);
      const until = await momentOf(ctx, query.until, endOfDay);
      const { entries, isMore } = await readEntries(ctx, calendar, { since, until });
      return { results: { entries, more: isMore } };
    },
    'POST /api/v1/calendar_link': async ({ ctx }) => ({ results: await makeLink(ctx) }),
    'GET /api/v1/calendar_link': async ({ ctx }) => ({
      results: { links: await listLinks(ctx.db, requireStaff(ctx).staffIdx) },
    }),
    'DELETE /api/v1/calendar_link/:link_idx': ({ ctx, params }) => revokeLink(ctx, params.link_idx),
  });
  app.get<{ Params: z.output<typeof Params> }>(
    '/calendar/:token.ics',
    { config: { permission: 'public', anonymous: true }, schema: { hide: true, params: Params } },
    async (request, reply) => {
      const caller = systemCaller(request.id);
      const link = await work.read(caller, (ctx) => findLink(ctx.db, request.params.token));
      if (!link) throw calendarMessages.error(404, 'calendar.link_gone');
      if (!link.isOpen) throw calendarMessages.error(410, 'calendar.link_gone');
      const file = await work.read({ ...caller, locale: link.lang }, async (ctx) => {
        const now = inSeconds(ctx.now);
        const { entries } = await readEntries(ctx, calendar, { since: now - back, until: endOfTime });
        const origin = originOf(config, app.server);
        const items = entries.map(({ kind, id, href, ...entry }) => ({
          ...entry,
          uid: `${kind}-${id}@${new URL(origin).hostname}`,
          href: origin + href,
        }));
        return icalendar(ctx.text('common.product'), ctx.timeZone, items);
      });
      // What says only that it was read again, or that something else about a record changed, is nothing new.
      const lasting = file.replaceAll(/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):.*\r\n/gm, '');
      const etag = `"${hash('sha256', lasting, 'base64url')}"`;
      // Whoever has the address can read it: it must leak neither to other sites nor into search engines.
      void reply.headers({
        etag,
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      if (hasTag(request, etag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(file);
    },
  );
}
