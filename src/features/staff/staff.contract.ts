import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, succeeded, success, title, version } from '#kernel/work/fields.ts';
import { choice, type FilterOf, filterOf, search } from '#kernel/work/filter.ts';
import { isLongEnough, isUncommon, shortestPassword } from './common-passwords.rules.ts';
import { mailAddress } from './mail-address.contract.ts';
import { readStaffIds, staffIdPattern } from './staff-id.rules.ts';

/** The sign-in form. `next` is a path of this site to go on to; anything else is ignored. */
export const SignIn = z.strictObject({
  id: z.string().trim().max(200).default(''),
  password: z.string().max(1024).default(''),
  /** A code of the second factor, if the account has one. */
  otp: z.string().trim().max(40).optional(),
  next: z.string().optional(),
});

export const SignInQuery = z.object({ next: z.string().optional().catch(undefined) });

export const staffFilter = filterOf({
  /** Words, each contained in ID or name; or a list of IDs. */
  search_val: search(readStaffIds),
  state: choice(['enabled', 'disabled']),
});
export type StaffFilter = FilterOf<typeof staffFilter>;

export const StaffParams = z.object({ staff_idx: idx });

const staffId = z.string().trim().regex(staffIdPattern, 'staff.id_format');

/** A new password. */
export const password = z
  .string()
  .min(shortestPassword, { abort: true })
  .max(1024)
  .refine(isLongEnough, { message: 'invalid.too_short', params: { limit: shortestPassword }, abort: true })
  .refine(isUncommon, 'staff.password_common');

/** The secret of a second factor in the form authenticator apps expect: 160 bits in base32. */
export const secondFactorSecret = z.string().regex(/^[A-Z2-7]{32}$/);

const RecoveryCodes = results(z.object({ recovery_codes: z.array(z.string()) }));

// Proof that the account is the caller's own, before its second factor changes.
const ownProof = { current_password: z.string().max(1024), otp: z.string().trim().max(40) };

const Session = z.object({
  session_id: z.string(),
  address: z.string(),
  agent: z.string(),
  created_at: z.int(),
  seen_at: z.int(),
});

const Staff = z.object({
  staff_idx: z.int(),
  staff_id: z.string(),
  name: z.string(),
  is_admin: z.boolean(),
  disabled: z.boolean(),
  /** Those that are still valid. */
  sessions: z.int(),
  /** An account without one logs in only at the provider. */
  has_password: z.boolean(),
  /** Whether it is connected to a person at the single sign-on provider. */
  single_sign_on: z.boolean(),
  /** Whether its password alone is not enough to log in. */
  two_factor: z.boolean(),
  /** How many passkeys it has. */
  passkeys: z.int(),
  version: z.int(),
});
export type StaffListRow = z.output<typeof Staff>;

export const staffApi = contract({
  'GET /api/v1/staff': { summary: 'List the accounts by ID', response: results(z.array(Staff)) },
  'POST /api/v1/staff': {
    summary:
      'Add an account; without a password, an invitation goes to its mail address if mail is sent, or one is generated and returned only once',
    ownTransaction: true,
    body: z.strictObject({
      staff_id: staffId,
      name: title,
      is_admin: z.boolean(),
      password: password.optional(),
      mail_address: mailAddress.optional(),
    }),
    response: results(z.object({ staff_idx: z.int(), password: z.string().nullable(), invited: z.boolean() })),
  },
  'PUT /api/v1/staff/:staff_idx': {
    summary: 'Rename, promote, demote, disable or enable an account; the last administrator must remain',
    params: StaffParams,
    body: z.strictObject({
      name: title.optional(),
      is_admin: z.boolean().optional(),
      disabled: z.boolean().optional(),
      version,
    }),
    response: results(success),
  },
  'PUT /api/v1/staff/:staff_idx/password': {
    summary: "Reset another's password and end their sessions; without one it is made and answered, this once",
    ownTransaction: true,
    params: StaffParams,
    body: z.strictObject({ password: password.optional(), version }),
    response: results(z.object({ password: z.string().nullable() })),
  },
  'PUT /api/v1/staff/me/password': {
    summary: 'Change your own password and end your other sessions',
    ownTransaction: true,
    body: z.strictObject({ current_password: z.string().max(1024), password, version }),
    response: results(success),
  },
  'POST /api/v1/staff/me/second_factor': {
    summary: 'Switch two-factor on for your own account, with a first code; answers recovery codes, only this once',
    ownTransaction: true,
    body: z.strictObject({ ...ownProof, secret: secondFactorSecret }),
    response: RecoveryCodes,
  },
  'DELETE /api/v1/staff/me/second_factor': {
    summary: 'Switch two-factor off for your own account; where administrators need it, all your sessions end',
    ownTransaction: true,
    body: z.strictObject(ownProof),
    response: results(success),
  },
  'POST /api/v1/staff/me/recovery_codes': {
    summary: 'Replace your recovery codes; answers the new ones, only this once',
    ownTransaction: true,
    body: z.strictObject(ownProof),
    response: RecoveryCodes,
  },
  'DELETE /api/v1/staff/:staff_idx/second_factor': {
    summary: "Switch another account's two-factor off",
    params: StaffParams,
    response: results(success),
  },
  'POST /api/v1/staff/me/single_sign_on': {
    summary: 'Begin to connect your own account to the provider of single sign-on; go on at the address it answers',
    ownTransaction: true,
    body: z.strictObject({ current_password: z.string().max(1024) }),
    response: results(z.object({ url: z.string() })),
  },
  'DELETE /api/v1/staff/:staff_idx/single_sign_on': {
    summary: 'Disconnect an account from the provider of single sign-on',
    params: StaffParams,
    response: results(success),
  },
  'GET /api/v1/staff/:staff_idx/sessions': {
    summary: 'List the open sessions of an account, last used first; times in seconds',
    params: StaffParams,
    response: results(z.array(Session)),
  },
  'DELETE /api/v1/staff/:staff_idx/sessions': {
    summary: "End every session of an account but the caller's own",
    params: StaffParams,
    response: results(z.object({ success: succeeded, ended: z.int() })),
  },
  'DELETE /api/v1/staff/:staff_idx/sessions/:session_id': {
    summary: 'End one session of an account',
    params: StaffParams.extend({ session_id: z.uuid() }),
    response: results(success),
  },
});
