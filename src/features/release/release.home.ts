import { shownTasks, type Task, type TaskFinder } from '#kernel/desk/home.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReleaseWords } from './release.messages.ts';
import { readReleases } from './release.read.ts';
import { openStatuses, releaseHref } from './release.rules.ts';

// How long before its time a release is on the start page. Seconds.
const soon = 7 * 86_400;

/** Tasks for releases that could not be applied, each with its reason, and for those of the next days. */
export const releaseTasks: TaskFinder = async (ctx) => {
  const t = ctx.translate<ReleaseWords>();
  const act = t('release.task_open');
  const failed = await readReleases(ctx, { only: ['failed'], limit: shownTasks });
  const scheduled = await readReleases(ctx, { only: ['scheduled'], limit: shownTasks });
  const coming = scheduled.filter(({ apply_at }) => apply_at * 1000 < ctx.now.getTime() + soon * 1000);
  return [
    ...failed.map(
      ({ rel_idx, name, problem }): Task => ({
        kind: 'release.tasks_failed',
        id: rel_idx,
        name,
        level: 'problem',
        title: t('release.task_failed', { name }),
        line: problem ?? '',
        href: releaseHref(rel_idx),
        act,
      }),
    ),
    ...coming.map(
      ({ rel_idx, name, apply_at, zone, count }): Task => ({
        kind: 'release.tasks_coming',
        id: rel_idx,
        name,
        level: 'note',
        title: t('release.task_coming', { name, time: zonedText(languageTag(ctx.locale), zone, apply_at) }),
        line: t('release.changes', { count }),
        href: releaseHref(rel_idx),
        act,
      }),
    ),
  ];
};

/** How many releases are open. */
export async function countOpen(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('release')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('status', 'in', [...openStatuses])
    .executeTakeFirstOrThrow();
  return count;
}
