import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { throttle } from '#kernel/auth/throttle.rules.ts';
import { networkOf, noteFailures, waitOf } from '#kernel/auth/throttle.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Beginning, beginSession, throttled } from '../session.service.ts';
import { staffMessages } from '../staff.messages.ts';
import { findAccountByIdx } from '../staff.store.ts';
import { challengeCheck, makeChallenge, spendChallenge } from './challenge.service.ts';
import type { Assertion } from './passkey.contract.ts';
import { audit } from './passkey.service.ts';
import { lockPasskey, updatePasskey } from './passkey.store.ts';
import type { RelyingParty } from './relying-party.rules.ts';

type Config = Pick<Kernel, 'config'>['config'];

/** What a browser needs to ask for any passkey of this address; it must verify its owner. */
export const logInOptions = async (config: Config, now: Date, party: RelyingParty) =>
  generateAuthenticationOptions({
    rpID: party.id,
    challenge: await makeChallenge(config, 'log in', now),
    userVerification: 'required',
  });

/** The result of logging in with a passkey: the token of a session, or why not; `wait` is in seconds. */
export type PasskeyEntry = { is: 'entered'; token: string } | { is: 'refused'; error: AppError; wait?: number };

/**
 * Opens a session for the answer of a passkey. It stands for a password and a second factor: its owner has the device and
 * was verified by it. A failure is counted, and the count must be committed: it is returned instead of thrown.
 */
export async function enterWithPasskey(
  config: Config,
  ctx: Context,
  { party, given }: { party: RelyingParty; given: Assertion },
  beginning: Beginning,
): Promise<PasskeyEntry> {
  const limits = { [`ip:${networkOf(beginning.address)}`]: throttle.perAddress };
  const wait = await waitOf(ctx, limits);
  if (wait > 0) return { is: 'refused', error: throttled(wait), wait };
  const entry = await enter(config, ctx, { party, given }, beginning);
  if (entry.is === 'refused') await noteFailures(ctx, limits);
  return entry;
}

async function enter(
  config: Config,
  ctx: Context,
  { party, given: { next: _next, ...response } }: { party: RelyingParty; given: Assertion },
  beginning: Beginning,
): Promise<PasskeyEntry> {
  const key = await lockPasskey(ctx.db, response.id, party.id);
  const account = key && (await findAccountByIdx(ctx.db, key.staff_idx));
  if (!key || !account || account.disabled) return refused('login.passkey_unknown');
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: await challengeCheck(config, 'log in', ctx.now),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared below, because a copy is told from any other failure.
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  }).catch(() => undefined);
  if (!verified?.verified) return refused('login.passkey_wrong');
  if (!(await spendChallenge(ctx, response.response.clientDataJSON))) return refused('login.passkey_wrong');
  const { newCounter: counter, credentialBackedUp: synced } = verified.authenticationInfo;
  const isBehind = counter <= key.counter && (counter > 0 || key.counter > 0);
  if (isBehind && !key.copied) {
    await updatePasskey(ctx.db, key.key_idx, { copied_at: ctx.now.toISOString() });
    audit(ctx, account, 'staff.passkey_copied', key.name);
  }
  // Which of the two is the copy is not known, so neither logs in any more.
  if (isBehind || key.copied) return refused('login.passkey_copied');
  await updatePasskey(ctx.db, key.key_idx, { counter, synced, used_at: ctx.now.toISOString() });
  return { is: 'entered', token: await beginSession(ctx, account, beginning, { passkey: key.name }) };
}

const refused = (key: 'login.passkey_unknown' | 'login.passkey_wrong' | 'login.passkey_copied'): PasskeyEntry => ({
  is: 'refused',
  error: staffMessages.error(401, key),
});
