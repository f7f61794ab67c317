import type { Kernel } from '#kernel/mount/feature.ts';
import { systemActor } from '#kernel/work/actor.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { type Checked, type Claim, withPassword } from './password-check.service.ts';
import { type CodeCheck, needsTwoFactor, spendCode } from './second-factor/second-factor.service.ts';
import { type Beginning, beginSession } from './session.service.ts';
import type { Account } from './staff.store.ts';

/** Where a right password leads: to a session, or to a second step first. */
export type Entered =
  | { to: 'session'; token: string }
  | { to: 'second_step'; account: Account }
  | { to: 'passkey' }
  | { to: 'refusal'; check: Exclude<CodeCheck, { is: 'right' }> };

/** The claim to check: the password, and a code if one was sent. */
type FullClaim = Claim & { otp: string | undefined };

/**
 * Opens a session for a right ID and password, and code if the account has two-factor; ends the browser's previous
 * session.
 */
export function signIn(
  { work, config }: Pick<Kernel, 'work' | 'config'>,
  caller: Caller,
  claim: FullClaim,
  beginning: Beginning,
): Promise<Checked<Entered>> {
  return withPassword(work, { ...caller, actor: systemActor }, claim, async (ctx, account) => {
    if (account.two_factor) {
      if (claim.otp === undefined) return { to: 'second_step', account };
      const check = await spendCode(config, ctx, account, { code: claim.otp, address: claim.address });
      if (check.is !== 'right') return { to: 'refusal', check };
    } else if (await needsTwoFactor(ctx, account)) {
      // Who knows only the password must not give the account a second factor of their own.
      if (account.passkeys > 0) return { to: 'passkey' };
      return { to: 'second_step', account };
    }
    return { to: 'session', token: await beginSession(ctx, account, beginning) };
  });
}
