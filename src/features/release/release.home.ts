import { shownTasks, type Task, type TaskFinder } from '#kernel/desk/home.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { countConflicts } from './changes/conflict.read.ts';
import type { ReleaseRow } from './release.contract.ts';
import type { ReleaseWords } from './release.messages.ts';
import { readReleases } from './release.read.ts';
import { openStatuses, releaseHref } from './release.rules.ts';

// How long before its time a release is on the start page. Seconds.
const soon = 7 * 86_400;

/**
 * Tasks for releases that could not be applied, each with its reason, for those that need decisions (counted in the background)
 * and for those of the next days.
 */
export const releaseTasks =
  ({ changeSets, counts }: Pick<Kernel, 'changeSets' | 'counts'>): TaskFinder =>
  async (ctx) => {
    const t = ctx.translate<ReleaseWords>();
    const taskOf = ({ rel_idx, name }: ReleaseRow) => ({
      id: rel_idx,
      name,
      href: releaseHref(rel_idx),
      act: t('release.task_open'),
    });
    const failed = await readReleases(ctx, { only: ['failed'], limit: shownTasks });
    const scheduled = await readReleases(ctx, { only: ['scheduled'], limit: shownTasks });
    const isSoon = ({ apply_at }: ReleaseRow) => apply_at * 1000 < ctx.now.getTime() + soon * 1000;
    const undecided = (release: ReleaseRow) =>
      counts.get(`conflicts of release ${release.rel_idx}`, {
        kinds: changeSets.concerned,
        count: async (of) => (await countConflicts(of, changeSets, [release])).get(release.rel_idx) ?? 0,
      });
    const listed = scheduled.map((release) => ({ ...release, conflicts: undecided(release) ?? 0 }));
    return [
      ...failed.map((release): Task => {
        const title = t('release.task_failed', { name: release.name });
        return {
          ...taskOf(release),
          kind: 'release.tasks_failed',
          level: 'problem',
          title,
          line: release.problem ?? '',
        };
      }),
      ...listed
        .filter((release) => release.conflicts > 0 || isSoon(release))
        .map((release): Task => {
          const { name, apply_at, zone, count, conflicts } = release;
          const title = t('release.task_coming', { name, time: zonedTimeText(ctx, apply_at, zone) });
          const changes = t('release.changes', { count });
          return conflicts > 0
            ? {
                ...taskOf(release),
                kind: 'release.tasks_undecided',
                level: 'warning',
                title,
                line: `${changes} · ${t('release.to_decide', { count: conflicts })}`,
              }
            : { ...taskOf(release), kind: 'release.tasks_coming', level: 'note', title, line: changes };
        }),
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
