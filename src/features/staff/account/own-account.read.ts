import type { FastifyRequest } from 'fastify';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { mailSettingsOf } from '../mail/staff-mail.read.ts';
import { listPasskeys } from '../passkey/passkey.store.ts';
import { addressWithout } from '../passkey/relying-party.rules.ts';
import { needsTwoFactor } from '../second-factor/second-factor.service.ts';
import { countRecoveryCodes } from '../second-factor/second-factor.store.ts';
import { actorOf, getStaff, sessionsOf } from '../staff.service.ts';
import type StaffAccount from './staff-account.view.tsx';

export const accountView = view<typeof StaffAccount>('staff/account/staff-account');

/** An account with its open sessions, including the caller's. */
export const withSessions = async (ctx: Context, staffIdx: number) => ({
  account: await getStaff(ctx, staffIdx),
  sessions: await sessionsOf(ctx, staffIdx),
  current: actorOf(ctx).sessionId,
});

/** The contents of the own account page; `problem` is why connecting it has just failed. */
export async function ownAccount(
  { mails, config: { singleSignOn, publicUrl } }: Pick<Kernel, 'mails' | 'config'>,
  ctx: Context,
  request: FastifyRequest,
  problem: string | null = null,
) {
  const { staffIdx } = actorOf(ctx);
  const shown = await withSessions(ctx, staffIdx);
  return {
    ...shown,
    passkeys: await listPasskeys(ctx.db, staffIdx),
    addressWithoutPasskeys: addressWithout(publicUrl, request),
    needsMore: await needsTwoFactor(ctx, shown.account),
    recoveryCodes: await countRecoveryCodes(ctx.db, staffIdx),
    mail: mails.areSent ? await mailSettingsOf(ctx, mails, staffIdx) : null,
    hasProvider: singleSignOn !== undefined,
    problem,
  };
}
