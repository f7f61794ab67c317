import { createHash } from 'node:crypto';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Config } from '#kernel/config/config.ts';
import { sealFor } from '#kernel/config/seal.ts';
import type { Context } from '#kernel/work/context.ts';
import { insertSpent } from './passkey.store.ts';

/** How long a browser may take to answer a challenge. Seconds. */
const challengeSeconds = 600;

/** What a challenge is for: adding a passkey to an account, or logging in. */
type Purpose = `add ${number}` | 'log in';

type Parts = Pick<Config, 'dataDir'>;

const seal = (config: Parts) => sealFor(config, 'passkey challenge');

/**
 * A challenge for a browser. It holds its own end, sealed, so that asking for one stores nothing: strangers may ask as
 * often as they like.
 */
export const makeChallenge = async (config: Parts, purpose: Purpose, now: Date): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array((await seal(config)).close(String(now.getTime() + challengeSeconds * 1000), purpose));

/** Tells whether a challenge, in base64url, was made here for this purpose and has not expired. */
export async function challengeCheck(
  config: Parts,
  purpose: Purpose,
  now: Date,
): Promise<(challenge: string) => boolean> {
  const opener = await seal(config);
  return (challenge) => Number(opener.open(Buffer.from(challenge, 'base64url'), purpose) ?? 0) > now.getTime();
}

/** Uses up a challenge whose answer was right; false if it was used before. */
export async function spendChallenge(ctx: Context, clientDataJson: string): Promise<boolean> {
  const { challenge } = decodeClientDataJSON(clientDataJson);
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();
  const until = new Date(ctx.now.getTime() + challengeSeconds * 1000).toISOString();
  return insertSpent(ctx.db, { hash, until, now: ctx.now.toISOString() });
}
