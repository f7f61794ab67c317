import { sql } from 'kysely';
import { collectionEntity } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { problemText } from '#kernel/changesets/problem-text.ts';
import { countFound } from '#kernel/db/list-page.ts';
import type { Counter } from '#kernel/desk/cached-counts.ts';
import { type FigureSource, shownTasks, type Task, type TaskFinder } from '#kernel/desk/home.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { countByDay, today } from '#kernel/work/days.ts';
import { countReservations, listReservations } from './list/reservation-list.read.ts';
import type { ReservationWords } from './reservation.messages.ts';
import { reservationHref } from './reservation.rules.ts';

/** Tasks for failed changes, each with its reason; for those that will fail (counted in the background); for today. */
export const reservationTasks =
  ({ changeSets, counts }: Pick<Kernel, 'changeSets' | 'counts'>): TaskFinder =>
  (ctx) =>
    findTasks(ctx, changeSets, counts.get('reservations in conflict', conflicting(changeSets)) ?? 0);

const inConflict = { status: 'scheduled', conflicts: 'on' } as const;
const conflicting = (changeSets: ChangeSets): Counter => ({
  kinds: [...changeSets.scheduledEntities, collectionEntity],
  count: (ctx) => countReservations(ctx, changeSets, inConflict),
});

async function findTasks(ctx: Context, changeSets: ChangeSets, conflicts: number): Promise<Task[]> {
  const t = ctx.translate<ReservationWords>();
  const day = today(ctx);
  const coming = { status: 'scheduled', since: day, until: day } as const;
  const order = { key: 'ended', descending: true } as const;
  const [failed, due] = await Promise.all([
    listReservations(ctx, changeSets, { status: 'failed' }, { order, page: 1, size: shownTasks }),
    countReservations(ctx, changeSets, coming),
  ]);
  const act = t('reservation.task_open');
  const note = (
    kind: 'conflicts' | 'today',
    count: number,
    query: Record<string, string>,
    level: Task['level'],
  ): Task[] => {
    const title = t(`reservation.task_${kind}`, { count });
    const line = t(`reservation.task_${kind}_line`);
    const href = `/reservation?${new URLSearchParams(query)}`;
    const task = { kind: `reservation.task_${kind}`, id: '', name: title, level, count, title, line, href, act };
    return count > 0 ? [task] : [];
  };
  return [
    ...failed.rows.map(
      ({ res_idx, target, title, problem, apply_at }): Task => ({
        kind: 'reservation.tasks_problem',
        id: res_idx,
        name: title,
        level: 'problem',
        title: t('reservation.task_failed', { what: t(`reservation.target_${target}`), title }),
        line: problemText(ctx, problem) ?? '',
        href: reservationHref(res_idx),
        act,
        deeds: [
          {
            label: t('reservation.deed_cancel'),
            call: `DELETE /api/v1/reservation/${res_idx}`,
            done: t('reservation.deed_cancelled'),
          },
          {
            label: t('reservation.deed_apply'),
            call: `PUT /api/v1/reservation/${res_idx}`,
            body: { apply_at },
            done: t('reservation.deed_applying'),
          },
        ],
      }),
    ),
    ...note('conflicts', conflicts, inConflict, 'warning'),
    ...note('today', due, coming, 'note'),
  ];
}

/** How many changes were applied automatically. */
export const appliedFigure: FigureSource = {
  label: 'reservation.figure_applied',
  href: (since) => `/reservation?${new URLSearchParams({ status: 'applied', since })}`,
  find: (ctx, since) =>
    countByDay(
      ctx,
      since,
      (starts, ends) => sql`
        select 1 from reservation
        where status = 'applied' and apply_at >= ${starts} and apply_at < ${ends}`,
    ),
};

/** How many changes are still to come. */
export const countScheduled = (ctx: Context): Promise<number> =>
  countFound(ctx.db, sql`select 1 from reservation where status = 'scheduled'`);
