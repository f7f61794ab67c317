import { ownActsToday, recentActs } from '#features/audit/audit.public.ts';
import { newestBooks } from '#features/library/book-shelf.public.ts';
import { findClosedImport } from '#features/library/import-closed.public.ts';
import { findLastVisit } from '#kernel/auth/last-visit.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type HomePage from './home.view.tsx';
import { markRows } from './inbox.service.ts';

const shownActs = 10;
const shownBooks = 8;
const shownOwn = 3;
const momentMs = 200;
// For people on their first visit. Seconds.
const weekSeconds = 7 * 86_400;

export function homeRoutes(kernel: Kernel): void {
  const { web, storage } = kernel;
  web.page('/', {
    view: view<typeof HomePage>('home/home'),
    follows: ['*'],
    title: (t) => t('home.heading'),
    load: async ({ ctx: alone, request }) => {
      const ctx = sendingTogether(alone);
      // Beside the rest: they count a week of everything, which may take as long.
      const week = sendingTogether(alone);
      const failed = (error: unknown) => request.log.error({ err: error }, 'a part of the start page failed');
      const [needs, news, doneToday, figures, books] = await Promise.all([
        findNeeds(kernel, ctx, failed),
        sinceLastVisit(kernel, ctx),
        ownActsToday(ctx, kernel.records, shownOwn),
        kernel.home.figures(week, failed),
        newestBooks(ctx, storage, shownBooks),
      ]);
      const me = staffOf(ctx.actor)?.staffId ?? '';
      const importClosed = books.length === 0 ? await findClosedImport(ctx) : null;
      return { now: inSeconds(ctx.now), needs, news, doneToday: { me, ...doneToday }, figures, books, importClosed };
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
    const { rows, failures } = await home.tasks(ctx, failed);
    return { rows: await markRows(ctx, rows), failures, isCounting: counts.missed > missed };
  };
  const needs = await find();
  if (!needs.isCounting) return needs;
  await counts.settle(momentMs);
  return find();
}

/** What others did since the last visit; for somebody who worked alone all week, what they did. */
async function sinceLastVisit({ records }: Kernel, ctx: Context) {
  const me = staffOf(ctx.actor);
  const visit = me ? await findLastVisit(ctx, me) : null;
  const alone = Math.floor(ctx.now.getTime() / 1000 - weekSeconds);
  const since = Math.floor(visit ?? alone);
  const found = await recentActs(ctx, records, { since, alone, limit: shownActs });
  return { since: found.isOwn ? alone : since, isFirst: visit === null, ...found };
}
