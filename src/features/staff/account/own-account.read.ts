import type { Config } from '#kernel/config/config.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { countRecoveryCodes } from '../second-factor/second-factor.store.ts';
import { getStaff, sessionsOf } from '../staff.service.ts';
import type StaffAccount from './staff-account.view.tsx';

export const accountView = view<typeof StaffAccount>('staff/account/staff-account');

/** The caller's account; every call and page of accounts has one. */
export function actorOf(ctx: Context): StaffActor {
  const staff = staffOf(ctx.actor);
  if (!staff) throw new AppError(401, 'error.sign_in');
  return staff;
}

/** An account with its open sessions, including the caller's. */
export const withSessions = async (ctx: Context, staffIdx: number) => ({
  account: await getStaff(ctx, staffIdx),
  sessions: await sessionsOf(ctx, staffIdx),
  current: actorOf(ctx).sessionId,
});

/** The contents of the own account page; `problem` is why connecting it has just failed. */
export const ownAccount = async (
  { singleSignOn }: Pick<Config, 'singleSignOn'>,
  ctx: Context,
  problem: string | null = null,
) => ({
  ...(await withSessions(ctx, actorOf(ctx).staffIdx)),
  recoveryCodes: await countRecoveryCodes(ctx.db, actorOf(ctx).staffIdx),
  hasProvider: singleSignOn !== undefined,
  problem,
});
