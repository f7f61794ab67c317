import type { Approvals } from '#kernel/desk/approvals.ts';
import { shownTasks, type Task, type TaskFinder } from '#kernel/desk/home.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ApprovalWords } from './approval.messages.ts';
import { approvalHref, awaits, isProposal } from './approval.rules.ts';
import { type ListedApproval, listPending, listTimes } from './approval.store.ts';

// Who has seen it snoozes it. Seconds.
const overriddenFor = 7 * 86_400;

/** Plans that wait for the caller, those of the caller that were sent back, and those that were applied alone. */
export const approvalTasks =
  (approvals: Approvals): TaskFinder =>
  async (ctx) => {
    const me = staffOf(ctx.actor)?.staffId;
    if (me === undefined) return [];
    const rows = await listPending(ctx, inSeconds(ctx.now) - overriddenFor, 2 * shownTasks);
    const waiting = rows.filter((row) => awaits(row, me));
    const times = await timesOf(ctx, approvals, waiting);
    return rows.flatMap((row): Task[] => {
      if (row.status === 'waiting') return awaits(row, me) ? [waitingTask(ctx, row, times(row))] : [];
      if (row.status === 'returned') return row.created_by === me ? [taskOf(ctx, row, 'returned')] : [];
      return row.decided_by === me ? [] : [taskOf(ctx, row, 'overridden')];
    });
  };

/** When what waits for approval is to be applied: undefined for what has no time. */
async function timesOf(
  ctx: Context,
  { sets }: Approvals,
  rows: readonly ListedApproval[],
): Promise<(row: ListedApproval) => number | undefined> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  // Two kinds of sets at most.
  for (const set of sets.values()) {
    const ids = rows.flatMap(({ entity, entity_id: id }) => (entity === set.entity && id !== null ? [id] : []));
    if (ids.length > 0) known.set(set.entity, await listTimes(ctx, set, ids));
  }
  return ({ entity, entity_id: id }) => known.get(entity ?? '')?.get(id ?? '');
}

function taskOf(ctx: Context, row: ListedApproval, how: 'waiting' | 'proposed' | 'returned' | 'overridden'): Task {
  const t = ctx.translate<ApprovalWords>();
  const { appr_idx: id, title, kind, created_by: by, message, assistant } = row;
  const isOpen = how === 'waiting' || how === 'proposed';
  const name = (isOpen ? by : row.decided_by) ?? by;
  const values = { rule: t(`approval.rule_${kind}`), title, name, assistant: assistant ?? '' };
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

function waitingTask(ctx: Context, row: ListedApproval, applyAt: number | undefined): Task {
  const t = ctx.translate<ApprovalWords>();
  const task = taskOf(ctx, row, isProposal(row) ? 'proposed' : 'waiting');
  if (applyAt === undefined) return { ...task, line: zonedTimeText(ctx, row.created_at) };
  const time = zonedTimeText(ctx, applyAt);
  const isDue = applyAt <= inSeconds(ctx.now);
  return {
    ...task,
    line: t(isDue ? 'approval.due_since' : 'approval.due_at', { time }),
    ...(isDue && { level: 'problem' }),
  };
}
