import type { Context } from '#kernel/work/context.ts';
import { staffMessages } from './staff.messages.ts';
import { findAccount, listStaffIds } from './staff.store.ts';

export { ensureFirstAdmin } from './first-admin.service.ts';
export { localPath } from './local-path.rules.ts';
export { getStaff } from './staff.service.ts';
export { type Admin, listAdmins, lockAccounts } from './staff.store.ts';

/** Every staff ID in order, including disabled accounts: the actors an audit row may name. */
export const listActors = (ctx: Context): Promise<string[]> => listStaffIds(ctx.db);

/** The account with this ID. */
export async function ownerNamed(ctx: Context, staffId: string): Promise<{ staffIdx: number; staffId: string }> {
  const account = await findAccount(ctx.db, staffId);
  if (!account) throw staffMessages.error(404, 'staff.not_found');
  return { staffIdx: account.staff_idx, staffId: account.staff_id };
}
