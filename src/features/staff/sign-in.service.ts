import { staffOf, systemActor } from '#kernel/auth/actor.ts';
import { hashPassword } from '#kernel/auth/password.ts';
import { closeSession, closeSessions, openSession, type SessionOrigin, sweepSessions } from '#kernel/auth/sessions.ts';
import type { Context } from '#kernel/context.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Caller, UnitOfWork } from '#kernel/unit-of-work.ts';
import { type Checked, type Claim, withPassword } from './password-check.service.ts';
import { staffMessages } from './staff.messages.ts';
import { getFresh } from './staff.service.ts';
import { updatePassword } from './staff.store.ts';

/** Opens a session for a right ID and password and answers its token; ends the session the browser had before. */
export function signIn(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  origin: SessionOrigin,
): Promise<Checked<string>> {
  const before = staffOf(caller.actor);
  return withPassword(work, { ...caller, actor: systemActor }, claim, async (ctx, account) => {
    await sweepSessions(ctx);
    if (before) await closeSession(ctx, before.staffIdx, before.sessionId);
    const token = await openSession(ctx, account.staff_idx, origin);
    ctx.audit({ entity: 'session', id: account.staff_id, action: 'session.opened', after: { ...origin } });
    return token;
  });
}

/** Ends the session that asks, if it is one. */
export async function signOut(ctx: Context): Promise<void> {
  const staff = staffOf(ctx.actor);
  if (!staff || !(await closeSession(ctx, staff.staffIdx, staff.sessionId))) return;
  ctx.audit({ entity: 'session', id: staff.staffId, action: 'session.closed' });
}

/** Changes the password of whoever asks, who must know the current one, and ends their other sessions. */
export async function changeOwnPassword(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  { password, version }: { password: string; version?: number | undefined },
): Promise<void> {
  const hash = await hashPassword(password);
  const checked = await withPassword(work, caller, claim, async (ctx, account) => {
    await getFresh(ctx, account.staff_idx, version);
    await updatePassword(ctx.db, account.staff_idx, hash);
    const ended = await closeSessions(ctx, account.staff_idx, staffOf(caller.actor)?.sessionId);
    ctx.audit({
      entity: 'staff',
      id: account.staff_id,
      action: 'staff.password_changed',
      after: { sessions_ended: ended },
    });
  });
  if (checked.is === 'wrong') throw staffMessages.errorWith(422, 'staff.current_wrong', { field: 'current_password' });
  if (checked.is === 'throttled') throw throttled(checked.wait);
}

/** The wait of a throttled attempt as its message takes it. */
export const minutes = (seconds: number) => ({ minutes: Math.ceil(seconds / 60) });

export const throttled = (seconds: number): AppError => staffMessages.error(429, 'staff.throttled', minutes(seconds));
