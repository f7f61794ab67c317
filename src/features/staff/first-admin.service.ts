import { hashPassword, randomPassword } from '#kernel/auth/password.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { addStaff } from './staff.service.ts';
import { countAdmins, lockAccounts } from './staff.store.ts';

/**
 * Makes the first administrator where none can sign in, from `adminId` and `adminPassword` or else `admin` with a random
 * password. Answers that password, the only time it is known; undefined where nothing was made or it was configured.
 */
export async function ensureFirstAdmin(
  ctx: Context,
  { adminId = 'admin', adminPassword }: Pick<Config, 'adminId' | 'adminPassword'>,
): Promise<string | undefined> {
  await lockAccounts(ctx.db);
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
