import { actsOfOthers } from '#features/audit/audit.public.ts';
import { newestBooks } from '#features/book/book.public.ts';
import { findLastVisit } from '#kernel/auth/last-visit.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type HomePage from './home.view.tsx';

const shownActs = 10;
const shownBooks = 8;
const momentMs = 200;
// For people on their first visit. Seconds.
const week = 7 * 86_400;

export function homeRoutes(kernel: Kernel): void {
  const { web, storage } = kernel;
  web.page('/', {
    view: view<typeof HomePage>('home/home'),
    follows: ['*'],
    title: (t) => t('home.heading'),
    load: async ({ ctx, request }) => {
      const failed = (error: unknown) => request.log.error({ err: error }, 'a part of the start page failed');
      const [needs, news, figures, books] = await Promise.all([
        findNeeds(kernel, ctx, failed),
        sinceLastVisit(kernel, ctx),
        kernel.home.figures(ctx, failed),
        newestBooks(ctx, storage, shownBooks),
      ]);
      return { now: inSeconds(ctx.now), needs, news, figures, books };
    },
  });
}

/**
 * The tasks for staff. Right after a start nothing has been counted yet; counting takes a moment except in the largest
 * libraries.
 */
async function findNeeds({ home, counts }: Kernel, ctx: Context, failed: (error: unknown) => void) {
  const find = async () => {
    const { missed } = counts;
    return { ...(await home.tasks(ctx, failed)), isCounting: counts.missed > missed };
  };
  const needs = await find();
  if (!needs.isCounting) return needs;
  await counts.settle(momentMs);
  return find();
}

async function sinceLastVisit({ records }: Kernel, ctx: Context) {
  const me = staffOf(ctx.actor);
  const visit = me ? await findLastVisit(ctx, me) : null;
  const since = Math.floor(visit ?? ctx.now.getTime() / 1000 - week);
  return { since, isFirst: visit === null, ...(await actsOfOthers(ctx, records, { since, limit: shownActs })) };
}
