import { listGivenTo } from '#kernel/desk/belongings.ts';
import type { TaskFinder } from '#kernel/desk/home.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { HandoverWords } from './handover.messages.ts';
import { handoverEntity } from './handover.service.ts';

// Somebody on holiday sees it after coming back; who has seen it snoozes it.
const shownDays = 14;

/** What was handed over to the caller lately, so that they know whose work they go on with. */
export const handedToMe: TaskFinder = async (ctx) => {
  const me = staffOf(ctx.actor);
  if (!me) return [];
  const since = new Date(ctx.now.getTime() - shownDays * 86_400_000).toISOString();
  const given = await listGivenTo(ctx, { action: `${handoverEntity}.made`, to: me.staffId, since });
  const t = ctx.translate<HandoverWords>();
  return given.map(({ act, from, by, count }) => ({
    kind: 'handover.tasks',
    id: act,
    name: from,
    level: 'note',
    count,
    title: t('handover.task', { name: from, count }),
    line: t('handover.task_line', { by: by ?? '' }),
    href: `/audit/of/staff/${encodeURIComponent(from)}`,
    act: ctx.text('common.history'),
  }));
};
