import { closeSessions } from '#kernel/auth/sessions.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import type { Claim } from '../password-check.service.ts';
import { requireOwnPassword } from '../session.service.ts';
import { staffMessages } from '../staff.messages.ts';
import type { Account } from '../staff.store.ts';
import {
  codeRefusal,
  needsTwoFactor,
  renewRecoveryCodes,
  spendCode,
  turnOff,
  turnOn,
} from './second-factor.service.ts';

/** The caller, their password and a code. */
export interface OwnProof {
  caller: Caller;
  claim: Claim;
  otp: string;
}

type Parts = Pick<Kernel, 'work' | 'config'>;

/** Turns on two-factor for the caller's account; returns its recovery codes. */
export async function turnOnOwn(
  { work, config }: Parts,
  { caller, claim, otp }: OwnProof,
  secret: string,
): Promise<string[]> {
  const codes = await requireOwnPassword(work, caller, claim, (ctx, account) =>
    turnOn(config, ctx, account, { secret, otp }),
  );
  if (!codes) throw codeRefusal({ is: 'wrong_code' }, 422);
  return codes;
}

/**
 * Turns it off. If it is required for administrators, all sessions end, and the next log-in leads to setting it up
 * again.
 */
export const turnOffOwn = (parts: Parts, proof: OwnProof): Promise<void> =>
  withOwnCode(parts, proof, async (ctx, account) => {
    await turnOff(ctx, account);
    if (await needsTwoFactor(ctx, account)) await closeSessions(ctx, account.staff_idx);
  });

export const renewOwnCodes = (parts: Parts, proof: OwnProof): Promise<string[]> =>
  withOwnCode(parts, proof, renewRecoveryCodes);

async function withOwnCode<T>(
  { work, config }: Parts,
  { caller, claim, otp }: OwnProof,
  act: (ctx: Context, account: Account) => Promise<T>,
): Promise<T> {
  const done = await requireOwnPassword(work, caller, claim, async (ctx, account) => {
    if (!account.two_factor) throw staffMessages.error(404, 'staff.two_factor_is_off');
    const check = await spendCode(config, ctx, account, { code: otp, address: claim.address });
    return check.is === 'right' ? { value: await act(ctx, account) } : check;
  });
  if ('is' in done) throw codeRefusal(done, 422);
  return done.value;
}
