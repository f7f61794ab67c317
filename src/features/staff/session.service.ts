import { hashPassword } from '#kernel/auth/password.ts';
import {
  closeSession,
  closeSessions,
  findProviderLogOut,
  openSession,
  shortLivedSessions,
  type SessionOrigin,
} from '#kernel/auth/sessions.ts';
import type { Mails } from '#kernel/desk/mails.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { removeSome } from '#kernel/work/short-lived.ts';
import type { Caller, UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { type Claim, withPassword } from './password-check.service.ts';
import { deviceName } from './device-name.rules.ts';
import { sendNewDevice } from './device/device-mail.ts';
import { noteDevice } from './device/device.store.ts';
import { staffMessages } from './staff.messages.ts';
import { getFresh } from './staff.service.ts';
import { type Account, type StaffRow, updatePassword } from './staff.store.ts';

/** Where a session begins: a browser that may have had another session. */
export interface Beginning extends SessionOrigin {
  before: StaffActor | undefined;
  /** Says so to the owner of the account, if the browser is another one than before. */
  mails: Mails;
}

/** A log-in without a password: with a passkey, or through a provider, with the address to log out there (sealed). */
type OtherEntry = { passkey: string; logOut?: never } | { provider: string; logOut: Buffer | null };

/** Opens a session for an account whose owner has been authenticated; returns its token. */
export async function beginSession(
  ctx: Context,
  account: Pick<StaffRow, 'staff_idx' | 'staff_id'>,
  { before, mails, ...origin }: Beginning,
  { logOut, ...entry }: OtherEntry | Record<string, never> = {},
): Promise<string> {
  await removeSome(ctx, shortLivedSessions);
  if (before) await closeSession(ctx, before.staffIdx, before.sessionId);
  const token = await openSession(ctx, account.staff_idx, origin, logOut);
  const device = (deviceName(origin.agent) ?? '?').slice(0, 60);
  if (await noteDevice(ctx, account.staff_idx, device)) await sendNewDevice(mails, ctx, account, { ...origin, device });
  const after = { ...origin, ...entry };
  ctx.audit({ entity: 'session', id: account.staff_id, action: 'session.opened', after });
  return token;
}

/** Ends the caller's session, if there is one. Returns the provider's log-out address (sealed), if there is one. */
export async function signOut(ctx: Context): Promise<Buffer | null> {
  const staff = staffOf(ctx.actor);
  if (!staff) return null;
  const logOut = await findProviderLogOut(ctx, staff.sessionId);
  if (!(await closeSession(ctx, staff.staffIdx, staff.sessionId))) return null;
  ctx.audit({ entity: 'session', id: staff.staffId, action: 'session.closed' });
  return logOut;
}

/** Runs `act` if the caller's own password is right; otherwise rejects. */
export async function requireOwnPassword<T>(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  act: (ctx: Context, account: Account) => Promise<T>,
): Promise<T> {
  const checked = await withPassword(work, caller, claim, act);
  if (checked.is === 'right') return checked.value;
  if (checked.is === 'throttled') throw throttled(checked.wait);
  throw staffMessages.errorWith(422, 'staff.current_wrong', { field: 'current_password' });
}

/** Changes the caller's password, which requires the current one, and ends their other sessions. */
export async function changeOwnPassword(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  { password, version }: { password: string; version?: number | undefined },
): Promise<void> {
  const hash = await hashPassword(password);
  await requireOwnPassword(work, caller, claim, async (ctx, account) => {
    await getFresh(ctx, account.staff_idx, version);
    await updatePassword(ctx.db, account.staff_idx, hash);
    const ended = await closeSessions(ctx, account.staff_idx, staffOf(caller.actor)?.sessionId);
    const after = { sessions_ended: ended };
    ctx.audit({ entity: 'staff', id: account.staff_id, action: 'staff.password_changed', after });
  });
}

/** The wait of a throttled attempt, as its message expects it. */
const minutes = (seconds: number) => ({ minutes: Math.ceil(seconds / 60) });

export const throttled = (seconds: number): AppError => staffMessages.error(429, 'staff.throttled', minutes(seconds));
