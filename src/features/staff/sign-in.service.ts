import { hashPassword } from '#kernel/auth/password.ts';
import { closeSession, closeSessions, openSession, type SessionOrigin, sweepSessions } from '#kernel/auth/sessions.ts';
import type { Context } from '#kernel/context.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Caller, UnitOfWork } from '#kernel/unit-of-work.ts';
import { type Checked, type Claim, withPassword } from './password-check.ts';
import { staffMessages } from './staff.messages.ts';
import { updatePassword } from './staff.store.ts';

/** Opens a session for a right ID and password and answers its token; ends the session the browser had before. */
export function signIn(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  origin: SessionOrigin,
): Promise<Checked<string>> {
  return withPassword(work, { ...caller, actor: null }, claim, async (ctx, account) => {
    await sweepSessions(ctx);
    if (caller.actor) await closeSession(ctx, caller.actor.staffIdx, caller.actor.sessionId);
    const token = await openSession(ctx, account.staff_idx, origin);
    ctx.audit({ entity: 'session', id: account.staff_id, action: 'session.opened', after: { ...origin } });
    return token;
  });
}

/** Ends the session that asks, if it is one. */
export async function signOut(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (!actor || !(await closeSession(ctx, actor.staffIdx, actor.sessionId))) return;
  ctx.audit({ entity: 'session', id: actor.staffId, action: 'session.closed' });
}

/** Changes the password of whoever asks, who must know the current one, and ends their other sessions. */
export async function changeOwnPassword(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  const checked = await withPassword(work, caller, claim, async (ctx, account) => {
    await updatePassword(ctx.db, account.staff_idx, hash);
    const ended = await closeSessions(ctx, account.staff_idx, caller.actor?.sessionId);
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
