import type { Approvals } from '#kernel/desk/approvals.ts';
import { shownTasks, type Task, type TaskFinder } from '#kernel/desk/home.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ApprovalWords } from './approval.messages.ts';
import { approvalHref, isOwn } from './approval.rules.ts';
import { type ApprovalRow, listApprovals } from './approval.store.ts';

// Who has seen it snoozes it. Seconds.
const overriddenFor = 7 * 86_400;

/** Plans that wait for the caller, those of the caller that were sent back, and those that were applied alone. */
export const approvalTasks =
  (approvals: Approvals): TaskFinder =>
  async (ctx) => {
    const me = staffOf(ctx.actor)?.staffId;
    if (me === undefined) return [];
    const since = inSeconds(ctx.now) - overriddenFor;
    const waiting = await listApprovals(ctx, { statuses: ['waiting'], limit: 2 * shownTasks });
    const returned = await listApprovals(ctx, { statuses: ['returned'], limit: 2 * shownTasks });
    const overridden = await listApprovals(ctx, { statuses: ['overridden'], since, limit: shownTasks });
    return [
      ...(await Promise.all(waiting.filter((row) => !isOwn(row, me)).map((row) => waitingTask(ctx, approvals, row)))),
      ...returned.filter(({ created_by: by }) => by === me).map((row) => taskOf(ctx, row, 'returned')),
      ...overridden.filter(({ decided_by: by }) => by !== me).map((row) => taskOf(ctx, row, 'overridden')),
    ];
  };

function taskOf(ctx: Context, row: ApprovalRow, how: 'waiting' | 'returned' | 'overridden'): Task {
  const t = ctx.translate<ApprovalWords>();
  const { appr_idx: id, title, kind, created_by: by, message } = row;
  const values = { rule: t(`approval.rule_${kind}`), title, name: (how === 'waiting' ? by : row.decided_by) ?? by };
  return {
    kind: `approval.tasks_${how}`,
    id,
    name: title,
    level: 'warning',
    title: t(`approval.task_${how}`, values),
    line: message ?? '',
    href: approvalHref(id),
    act: t('approval.open'),
    ...(how === 'returned' && { isOwn: true }),
  };
}

async function waitingTask(ctx: Context, { sets }: Approvals, row: ApprovalRow): Promise<Task> {
  const t = ctx.translate<ApprovalWords>();
  const task = taskOf(ctx, row, 'waiting');
  const set = await sets.get(row.entity ?? '')?.find(ctx, Number(row.entity_id));
  if (!set) return { ...task, line: zonedTimeText(ctx, row.created_at) };
  const time = zonedTimeText(ctx, set.apply_at);
  const isDue = set.apply_at <= inSeconds(ctx.now);
  return {
    ...task,
    line: t(isDue ? 'approval.due_since' : 'approval.due_at', { time }),
    ...(isDue && { level: 'problem' }),
  };
}
