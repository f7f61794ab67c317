import { createHash } from 'node:crypto';
import { randomCode } from '#kernel/auth/password.ts';
import { throttle } from '#kernel/auth/throttle.rules.ts';
import { forgetFailures, networkOf, noteFailures, waitOf } from '#kernel/auth/throttle.ts';
import type { Config } from '#kernel/config/config.ts';
import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';
import { getSetting } from '#kernel/desk/settings.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { staffMessages } from '../staff.messages.ts';
import { getStaff } from '../staff.service.ts';
import type { StaffRow } from '../staff.store.ts';
import { stepOf } from './one-time-code.service.ts';
import { adminsNeedTwoFactor } from './second-factor.settings.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  lockFactor,
  replaceRecoveryCodes,
  spendStep,
  takeRecoveryCode,
} from './second-factor.store.ts';

// The number of wrong codes allowed per account within the failed log-in window before throttling.
const wrongCodes = 5;
const recoveryCodes = 10;

/** The owner of a second factor. */
type Owner = Pick<StaffRow, 'staff_idx' | 'staff_id'>;

/** The result of checking a code; `wait` is in seconds. */
export type CodeCheck = { is: 'right' } | { is: 'wrong_code' } | { is: 'code_throttled'; wait: number };

const purpose = 'second factor';
const seal = (config: Pick<Config, 'dataDir'>) => sealFor(config, purpose);
const ownerText = (staffIdx: number) => `staff ${staffIdx}`;

/** For a rotation of the installation's secret. */
export const sealedFactors: SealedColumn = {
  purpose,
  table: 'second_factor',
  key: 'staff_idx',
  column: 'secret',
  owner: ownerText,
};

/**
 * Checks a code from the app, or a recovery code, and uses it up. A wrong code is counted, and the count must be
 * committed: return the result instead of throwing in the transaction.
 */
export async function spendCode(
  config: Pick<Config, 'dataDir'>,
  ctx: Context,
  owner: Owner,
  { code, address }: { code: string; address: string },
): Promise<CodeCheck> {
  const factor = await lockFactor(ctx.db, owner.staff_idx);
  const key = `otp:${owner.staff_idx}`;
  const limits = { [key]: wrongCodes, [`ip:${networkOf(address)}`]: throttle.perAddress };
  const wait = await waitOf(ctx, limits);
  if (wait > 0) return { is: 'code_throttled', wait };
  const plain = code.replace(/[\s-]/g, '').toLowerCase();
  const secret = factor && (await seal(config)).open(factor.secret, ownerText(owner.staff_idx));
  const step = secret !== undefined && /^\d{6}$/.test(plain) ? stepOf(secret, plain, ctx.now) : undefined;
  const fresh = factor !== undefined && step !== undefined && step > factor.last_step;
  if (fresh) await spendStep(ctx.db, owner.staff_idx, step);
  if (fresh || (await spendRecoveryCode(ctx, owner, plain))) {
    await forgetFailures(ctx, key);
    return { is: 'right' };
  }
  await noteFailures(ctx, limits);
  return { is: 'wrong_code' };
}

async function spendRecoveryCode(ctx: Context, { staff_idx, staff_id }: Owner, plain: string): Promise<boolean> {
  if (!(await takeRecoveryCode(ctx.db, staff_idx, hashCode(plain)))) return false;
  const left = await countRecoveryCodes(ctx.db, staff_idx);
  ctx.audit({ entity: 'staff', id: staff_id, action: 'staff.recovery_code_used', after: { recovery_codes: left } });
  return true;
}

/** The error for a rejected code. */
export function codeRefusal(check: Exclude<CodeCheck, { is: 'right' }>, status = 401): AppError {
  const options = { field: 'otp' };
  return check.is === 'wrong_code'
    ? staffMessages.errorWith(status, 'login.code_wrong', options)
    : staffMessages.errorWith(429, 'login.code_throttled', options, { minutes: Math.ceil(check.wait / 60) });
}

/** Input of a set-up: a secret, and a code that proves that the app has it. */
export interface SetUp {
  secret: string;
  otp: string;
}

/**
 * Turns on two-factor for an account; returns its recovery codes, which cannot be shown again. Undefined if the code is
 * wrong; rejects if the account already has a second factor.
 */
export async function turnOn(
  config: Pick<Config, 'dataDir'>,
  ctx: Context,
  owner: Owner,
  { secret, otp }: SetUp,
): Promise<string[] | undefined> {
  const step = stepOf(secret, otp.replace(/\s/g, ''), ctx.now);
  if (step === undefined) return undefined;
  const sealed = (await seal(config)).close(secret, ownerText(owner.staff_idx));
  const row = { staff_idx: owner.staff_idx, secret: sealed, last_step: step, created_at: ctx.now.toISOString() };
  if (!(await insertFactor(ctx.db, row))) throw staffMessages.error(409, 'staff.two_factor_is_on');
  const codes = await makeRecoveryCodes(ctx, owner);
  ctx.audit({ entity: 'staff', id: owner.staff_id, action: 'staff.two_factor_on' });
  ctx.changed('staff', owner.staff_idx);
  return codes;
}

/** Creates single-use recovery codes that replace the previous ones. Only their hashes are stored. */
async function makeRecoveryCodes(ctx: Context, { staff_idx }: Owner): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => randomCode(4, 4));
  await replaceRecoveryCodes(
    ctx.db,
    staff_idx,
    codes.map((code) => hashCode(code.replaceAll('-', ''))),
  );
  return codes;
}

// 79 random bits cannot be guessed, so no slow hash is needed.
const hashCode = (plain: string) => createHash('sha256').update(plain).digest();

/** Replaces the recovery codes with new ones. */
export async function renewRecoveryCodes(ctx: Context, owner: Owner): Promise<string[]> {
  const codes = await makeRecoveryCodes(ctx, owner);
  ctx.audit({ entity: 'staff', id: owner.staff_id, action: 'staff.recovery_codes_renewed' });
  return codes;
}

/** Turns off two-factor for an account. */
export async function turnOff(ctx: Context, { staff_idx, staff_id }: Owner): Promise<void> {
  if (!(await deleteFactor(ctx.db, staff_idx))) throw staffMessages.error(404, 'staff.two_factor_is_off');
  ctx.audit({ entity: 'staff', id: staff_id, action: 'staff.two_factor_off' });
  ctx.changed('staff', staff_idx);
}

/** Turns off somebody else's two-factor, for example if their phone is lost. One's own needs a code, see turnOffOwn. */
export async function turnOffOthers(ctx: Context, staffIdx: number): Promise<void> {
  const row = await getStaff(ctx, staffIdx);
  if (staffIdx === staffOf(ctx.actor)?.staffIdx) throw staffMessages.error(422, 'staff.two_factor_own');
  await turnOff(ctx, row);
}

/** Whether an account may not log in with only its password. */
export const needsTwoFactor = async (ctx: Context, { is_admin }: Pick<StaffRow, 'is_admin'>): Promise<boolean> =>
  is_admin && (await getSetting(ctx, adminsNeedTwoFactor));
