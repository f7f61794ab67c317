import { hashPassword, randomPassword } from '#kernel/auth/password.ts';
import { closeSessions } from '#kernel/auth/sessions.ts';
import type { Config } from '#kernel/config/config.ts';
import type { Context } from '#kernel/work/context.ts';
import { deletePasskeys } from './passkey/passkey.store.ts';
import { deleteFactor } from './second-factor/second-factor.store.ts';
import { addStaff, changeStaff } from './staff.service.ts';
import { type Account, countAdmins, findAccount, lockAccounts, updatePassword } from './staff.store.ts';

type Given = Pick<Config, 'adminId' | 'adminPassword'> & { adminReset?: boolean };

/**
 * Creates the first administrator if none can sign in, from `adminId` and `adminPassword` or else `admin` with a random
 * password. Returns that password, which is not known later; undefined if no account was created or the password was
 * configured. With `adminReset`, restores access for the account `adminId`.
 */
export async function ensureFirstAdmin(
  ctx: Context,
  { adminId = 'admin', adminPassword, adminReset = false }: Given,
): Promise<string | undefined> {
  await lockAccounts(ctx.db);
  const lockedOut = adminReset ? await findAccount(ctx.db, adminId) : undefined;
  if (lockedOut) await letIn(ctx, lockedOut, adminPassword ?? randomPassword());
  if ((await countAdmins(ctx.db)) > 0) return undefined;
  const password = adminPassword ?? randomPassword();
  await addStaff(ctx, {
    staff_id: adminId,
    name: adminId,
    is_admin: true,
    password_hash: await hashPassword(password),
  });
  return adminPassword === undefined ? password : undefined;
}

/** Removes everything that locks an account out. */
async function letIn(ctx: Context, { staff_idx, staff_id }: Account, password: string): Promise<void> {
  await changeStaff(ctx, staff_idx, { is_admin: true, disabled: false });
  await updatePassword(ctx.db, staff_idx, await hashPassword(password));
  await deleteFactor(ctx.db, staff_idx);
  await deletePasskeys(ctx.db, staff_idx);
  const ended = await closeSessions(ctx, staff_idx);
  ctx.audit({ entity: 'staff', id: staff_id, action: 'staff.reset_at_start', after: { sessions_ended: ended } });
}
