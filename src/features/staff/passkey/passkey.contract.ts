import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, succeeded, success, title, version } from '#kernel/work/fields.ts';
import { StaffParams } from '../staff.contract.ts';

const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);

// What browsers answer in the form of the standard (`PublicKeyCredential.toJSON`). Fields that only browsers need are
// dropped.
const answered = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
};

const Registration = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(32_000),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
  /** What its owner calls it; by default after the browser that added it. */
  name: title.optional(),
});
export type Registration = z.output<typeof Registration>;

const Assertion = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(200).optional(),
  }),
  /** A path of this site to go on to; anything else is ignored. */
  next: z.string().optional(),
});
export type Assertion = z.output<typeof Assertion>;

const Passkey = z.object({
  key_idx: z.int(),
  name: z.string(),
  /** The host name it is for. */
  rp_id: z.string(),
  /** Whether its owner's other devices have it, too. */
  synced: z.boolean(),
  created_at: z.int(),
  used_at: z.int().nullable(),
  /** An answer came that only a copy of it can have made; it is refused from then on. */
  copied: z.boolean(),
  version: z.int(),
});
export type Passkey = z.output<typeof Passkey>;

const PasskeyParams = z.object({ key_idx: idx });
const creation = results(
  z.looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  }),
);
const optionsHint = 'in the form of the standard, valid for 10 minutes';

export const passkeyApi = contract({
  'GET /api/v1/passkey': { summary: 'List your passkeys, the latest first', response: results(z.array(Passkey)) },
  'POST /api/v1/passkey/options': {
    summary: `What a browser needs to add a passkey to your account, ${optionsHint}`,
    ownTransaction: true,
    response: creation,
  },
  'POST /api/v1/passkey': {
    summary: 'Add a passkey to your account: what the browser answers to the options, and a name',
    ownTransaction: true,
    body: Registration,
    response: results(z.object({ success: succeeded, key_idx: z.int(), name: z.string() })),
  },
  'PUT /api/v1/passkey/:key_idx': {
    summary: 'Rename one of your passkeys',
    params: PasskeyParams,
    body: z.strictObject({ name: title, version }),
    response: results(success),
  },
  'DELETE /api/v1/passkey/:key_idx': {
    summary: 'Remove one of your passkeys',
    params: PasskeyParams,
    response: results(success),
  },
  'DELETE /api/v1/staff/:staff_idx/passkey': {
    summary: "Remove all passkeys of another's account",
    params: StaffParams,
    response: results(z.object({ success: succeeded, removed: z.int() })),
  },
});

export const passkeyLogIn = contract({
  'POST /login/passkey/options': {
    summary: `What a browser needs to log in with a passkey, ${optionsHint}`,
    permission: 'public',
    inMaintenance: true,
    ownTransaction: true,
    response: results(z.looseObject({ challenge: z.string() })),
  },
  'POST /login/passkey': {
    summary: 'Log in with a passkey: what the browser answers to the options; sets the session cookie',
    permission: 'public',
    inMaintenance: true,
    ownTransaction: true,
    body: Assertion,
    response: results(z.object({ success: succeeded, next: z.string() })),
  },
});
