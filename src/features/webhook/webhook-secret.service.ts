import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { sealFor } from '#kernel/config/seal.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Target } from './webhook.store.ts';

const prefix = 'whsec_';
const secretBytes = 32;

type DataDir = { dataDir: string };

const seal = (config: DataDir) => sealFor(config, 'webhook secrets');
const ownerOf = (whIdx: number) => `webhook ${whIdx}`;

export const makeSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

export const sealSecret = async (config: DataDir, whIdx: number, secret: string): Promise<Buffer> =>
  (await seal(config)).close(secret, ownerOf(whIdx));

/**
 * The signature headers of a message, as in Standard Webhooks: with the secret, and for a while with the previous one
 * too. Undefined if the secret cannot be opened, for example because the file it was sealed with is missing.
 */
export async function signedHeaders(
  config: DataDir,
  { wh_idx, secret, old_secret }: Target,
  { msg_id, payload, at }: { msg_id: string; payload: string; at: Date },
): Promise<Record<string, string> | undefined> {
  const opener = await seal(config);
  const secrets = [secret, old_secret].flatMap((sealed) => (sealed && opener.open(sealed, ownerOf(wh_idx))) ?? []);
  if (secrets.length === 0 || opener.open(secret, ownerOf(wh_idx)) === undefined) return undefined;
  return {
    'content-type': 'application/json',
    'user-agent': 'library-office-webhooks',
    'webhook-id': msg_id,
    'webhook-timestamp': String(inSeconds(at)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(msg_id, at, payload)).join(' '),
  };
}
