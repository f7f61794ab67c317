import { listAdmins } from '#features/staff/staff.public.ts';
import type { MailKind } from '#kernel/desk/mails.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ApprovalWords } from './approval.messages.ts';
import { approvalHref, isOwn } from './approval.rules.ts';
import type { ListedApproval } from './approval.store.ts';

const planned: MailKind = { kind: 'approval', label: 'approval.mail_planned', choice: { initial: true } };
// Everybody is told: nobody can choose not to be.
const overridden: MailKind = { kind: 'approval_overridden', label: 'approval.mail_overridden' };
export const approvalMails = [planned, overridden] as const;

type MailedPlan = Pick<
  ListedApproval,
  'appr_idx' | 'kind' | 'title' | 'planners' | 'created_by' | 'decided_by' | 'message'
>;

/** Tells those who can approve a plan, those who share the house with one that was applied alone, or its planner. */
export async function mailOthers(
  { mails }: Pick<Kernel, 'mails'>,
  ctx: Context,
  row: MailedPlan,
  what: 'planned' | 'overridden' | 'returned',
): Promise<void> {
  if (!mails.areSent) return;
  const admins = await listAdmins(ctx.db);
  const to = admins.filter(({ staff_id: id }) => (what === 'returned' ? id === row.created_by : !isOwn(row, id)));
  await mails.send(ctx, {
    kind: what === 'overridden' ? overridden : planned,
    to: to.map(({ staff_idx: staffIdx }) => ({ staffIdx })),
    write: (words) => {
      const t = words.translate<ApprovalWords>();
      const { title, created_by: by } = row;
      const values = {
        rule: t(`approval.rule_${row.kind}`),
        title,
        name: (what === 'returned' ? row.decided_by : by) ?? '',
      };
      return {
        subject: t(`approval.mail_${what}_subject`, values),
        lines: [t(`approval.mail_${what}_text`, values), ...(row.message ? [row.message] : [])],
        link: { label: t('approval.open'), path: approvalHref(row.appr_idx) },
      };
    },
  });
}
