import type { TaskFinder } from '#kernel/desk/home.ts';
import type { StaffWords } from '../staff.messages.ts';
import { listCopied } from './passkey.store.ts';

/** Passkeys that were copied, for every administrator to see, until they are removed. */
export const copiedPasskeys: TaskFinder = async (ctx) => {
  const t = ctx.translate<StaffWords>();
  const copied = await listCopied(ctx.db);
  return copied.map(({ key_idx, name, staff_id }) => ({
    kind: 'staff.tasks_copied',
    id: key_idx,
    name: `${staff_id}: ${name}`,
    level: 'problem',
    title: t('staff.task_copied', { name, id: staff_id }),
    line: t('staff.task_copied_line'),
    href: '/staff',
    act: t('staff.heading'),
  }));
};
