import type { Kernel } from '#kernel/mount/feature.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { actorOf } from '../password-check.service.ts';
import { type Beginning, beginSession } from '../session.service.ts';
import { staffMessages } from '../staff.messages.ts';
import { getStaff } from '../staff.service.ts';
import { lockAccounts, type StaffRow } from '../staff.store.ts';
import { connect } from './admission.service.ts';
import type { ProviderPerson } from './provider-person.service.ts';
import { closeLogOut } from './single-sign-on.service.ts';
import { deleteIdentity, findByIdentity } from './single-sign-on.store.ts';

/** Opens a session for somebody authenticated by the provider; returns its token. */
export async function openFor(
  { config, work }: Pick<Kernel, 'config' | 'work'>,
  caller: Caller,
  { account, person, beginning }: { account: StaffRow; person: ProviderPerson; beginning: Beginning },
): Promise<string> {
  const { staff_idx, staff_id } = account;
  const logOut = person.logOut === null ? null : await closeLogOut(config, person.logOut, staff_idx);
  return work.write({ ...caller, actor: actorOf(account) }, async (ctx) => {
    // The account may have been disabled in the meantime.
    await lockAccounts(ctx.db);
    if ((await getStaff(ctx, staff_idx)).disabled) throw staffMessages.error(403, 'staff.sso_disabled');
    return beginSession(ctx, { staff_idx, staff_id }, beginning, { provider: person.issuer, logOut });
  });
}

/** Connects the caller's account to their identity at the provider, which no other account may have. */
export async function connectOwn(ctx: Context, person: ProviderPerson): Promise<void> {
  await lockAccounts(ctx.db);
  const account = await getStaff(ctx, staffOf(ctx.actor)?.staffIdx ?? 0);
  const taken = await findByIdentity(ctx.db, person);
  if (taken?.staff_idx === account.staff_idx) return;
  if (taken) throw staffMessages.error(409, 'staff.sso_belongs', { id: taken.staff_id });
  if (account.single_sign_on) throw staffMessages.error(409, 'staff.sso_connected');
  await connect(ctx, account, person);
}

/** Disconnects an account. People without a password keep their own connection: they could not log in again. */
export async function disconnect(ctx: Context, staffIdx: number): Promise<void> {
  await lockAccounts(ctx.db);
  const account = await getStaff(ctx, staffIdx);
  if (staffOf(ctx.actor)?.staffIdx === staffIdx && !account.has_password) {
    throw staffMessages.error(422, 'staff.sso_only');
  }
  const provider = await deleteIdentity(ctx.db, staffIdx);
  if (provider === undefined) throw staffMessages.error(404, 'staff.sso_not_connected');
  ctx.audit({ entity: 'staff', id: account.staff_id, action: 'staff.disconnected', before: { provider } });
  ctx.changed('staff', staffIdx);
}
