import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { tries } from '#kernel/work/tries.ts';
import { approvalMessages, type ApprovalWords } from './approval.messages.ts';
import { accountOfPlanner, getApproval } from './approval.service.ts';
import { findApproval } from './approval.store.ts';
import { planOf } from './plan.store.ts';

/** What a plan that waits is called; undefined once it is over, or if there is none. */
export async function planName(ctx: Context, apprIdx: number): Promise<string | undefined> {
  const row = await findApproval(ctx, apprIdx);
  if (row?.status !== 'waiting') return undefined;
  const { assistant, kind, title } = row;
  const t = ctx.translate<ApprovalWords>();
  return assistant === null ? t('approval.heading', { rule: t(`approval.rule_${kind}`), title }) : title;
}

/**
 * Reads what will be once a plan is applied: its call is made on behalf of who planned it, read within its transaction, and
 * rolled back. Two at a time in this process, and 20 wait; the others are refused (503) until later. Refused (409) if it cannot be
 * done any more, or would do something else than what was planned.
 */
export async function inPlan<T>(
  kernel: Kernel,
  ctx: Context,
  apprIdx: number,
  read: (ctx: Context) => Promise<T>,
): Promise<T> {
  const row = await getApproval(ctx, apprIdx);
  if (row.status !== 'waiting' || !row.call || !row.plan.isWhole) throw notShown();
  const seen: T[] = [];
  const { call, digest } = row;
  const replay = {
    actor: await accountOfPlanner(ctx, row),
    locale: ctx.locale,
    shows: async (inside: Context, entries: Parameters<typeof planOf>[2]) => {
      if ((await planOf(inside, kernel, entries)).digest === digest) seen.push(await read(inside));
    },
  };
  await tries.run(() => kernel.replays.make(kernel.app, call, replay));
  const last = seen.pop();
  if (last === undefined) throw notShown();
  return last;
}

const notShown = () => approvalMessages.error(409, 'approval.not_shown');
