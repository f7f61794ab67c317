import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { staffMessages } from '../staff.messages.ts';
import { getStaff } from '../staff.service.ts';
import { lockAccounts, type StaffRow } from '../staff.store.ts';
import { challengeCheck, makeChallenge, spendChallenge } from './challenge.service.ts';
import type { Registration } from './passkey.contract.ts';
import {
  deletePasskey,
  deletePasskeys,
  insertPasskey,
  listCredentials,
  listPasskeys,
  updatePasskey,
} from './passkey.store.ts';
import type { RelyingParty } from './relying-party.rules.ts';

type Config = Pick<Kernel, 'config'>['config'];

// Ed25519, ES256 and RS256: what authenticators have.
const algorithms = [-8, -7, -257];

// More than anybody has devices.
const mostPasskeys = 20;

/** The error where the address of the office cannot have passkeys. */
export const unavailable = (): AppError => staffMessages.error(409, 'staff.passkey_unavailable');

/** What a browser needs to add a passkey to an account: it must be found without an ID, and verify its owner. */
export async function registrationOptions(config: Config, ctx: Context, account: StaffRow, party: RelyingParty) {
  return generateRegistrationOptions({
    rpName: ctx.text('common.product'),
    rpID: party.id,
    userName: account.staff_id,
    userDisplayName: account.name,
    userID: new TextEncoder().encode(`staff ${account.staff_idx}`),
    challenge: await makeChallenge(config, `add ${account.staff_idx}`, ctx.now),
    excludeCredentials: await listCredentials(ctx.db, account.staff_idx, party.id),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Adds a passkey to the caller's account. */
export async function addPasskey(
  config: Config,
  ctx: Context,
  account: StaffRow,
  { party, given, name }: { party: RelyingParty; given: Registration; name: string },
): Promise<number> {
  const key = await readRegistration(config, ctx, account, { party, given });
  await lockAccounts(ctx.db);
  if ((await listPasskeys(ctx.db, account.staff_idx)).length >= mostPasskeys)
    throw staffMessages.error(422, 'staff.passkeys_enough', { most: mostPasskeys });
  if (!(await spendChallenge(ctx, given.response.clientDataJSON))) throw refusedRegistration();
  const keyIdx = await insertPasskey(ctx.db, {
    ...key,
    staff_idx: account.staff_idx,
    rp_id: party.id,
    name,
    created_at: ctx.now.toISOString(),
  });
  audit(ctx, account, 'staff.passkey_added', name);
  return keyIdx;
}

const refusedRegistration = () => staffMessages.error(422, 'staff.passkey_refused');

/** The key in the answer of a browser; rejects one that is not to this account, this address and a challenge of ours. */
async function readRegistration(
  config: Config,
  ctx: Context,
  { staff_idx: staffIdx }: StaffRow,
  { party, given: { name: _name, ...response } }: { party: RelyingParty; given: Registration },
) {
  const expectedChallenge = await challengeCheck(config, `add ${staffIdx}`, ctx.now);
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!info) throw refusedRegistration();
  return {
    credential_id: info.credential.id,
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: response.response.transports,
    synced: info.credentialBackedUp,
  };
}

export async function renamePasskey(
  ctx: Context,
  account: StaffRow,
  keyIdx: number,
  { name, version: loaded }: { name: string; version?: number | undefined },
): Promise<void> {
  await lockAccounts(ctx.db);
  const key = (await listPasskeys(ctx.db, account.staff_idx)).find(({ key_idx }) => key_idx === keyIdx);
  if (!key) throw missing();
  const { version: current } = key;
  await requireFresh(ctx, { entity: 'staff', id: account.staff_id, current, loaded, record: { name: key.name } });
  if (key.name === name) return;
  await updatePasskey(ctx.db, keyIdx, { name, version: current + 1 });
  audit(ctx, account, 'staff.passkey_renamed', name, key.name);
}

/** Removes a passkey of the caller; `needed` if the account must have a passkey or two-factor: its last one stays. */
export async function removePasskey(ctx: Context, account: StaffRow, keyIdx: number, needed: boolean): Promise<void> {
  await lockAccounts(ctx.db);
  const keys = await listPasskeys(ctx.db, account.staff_idx);
  const isLast = keys.length === 1 && keys[0]?.key_idx === keyIdx;
  if (isLast && needed && !account.two_factor && account.has_password)
    throw staffMessages.error(422, 'staff.passkey_last');
  const name = await deletePasskey(ctx.db, account.staff_idx, keyIdx);
  if (name === undefined) throw missing();
  audit(ctx, account, 'staff.passkey_removed', name);
}

const missing = () => staffMessages.error(404, 'staff.passkey_not_found');

/** Removes all passkeys of somebody else, who has lost them. Returns how many there were. */
export async function removeOthersPasskeys(ctx: Context, staffIdx: number): Promise<number> {
  const row = await getStaff(ctx, staffIdx);
  if (staffIdx === staffOf(ctx.actor)?.staffIdx) throw staffMessages.error(422, 'staff.passkey_own');
  const removed = await deletePasskeys(ctx.db, staffIdx);
  if (removed === 0) throw missing();
  ctx.audit({ entity: 'staff', id: row.staff_id, action: 'staff.passkeys_removed', after: { passkeys: removed } });
  ctx.changed('staff', staffIdx);
  return removed;
}

/** Stores in the trail what happened to a passkey, by its name, and tells the screens. */
export function audit(ctx: Context, account: StaffRow, action: string, name: string, before?: string): void {
  ctx.audit({
    entity: 'staff',
    id: account.staff_id,
    action,
    ...(before !== undefined && { before: { passkey: before } }),
    after: { passkey: name },
  });
  ctx.changed('staff', account.staff_idx);
}
