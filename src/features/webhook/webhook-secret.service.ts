import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Target } from './webhook.store.ts';

const prefix = 'whsec_';
const secretBytes = 32;

type DataDir = { dataDir: string };

const purpose = 'webhook secrets';
const seal = (config: DataDir) => sealFor(config, purpose);
const ownerOf = (whIdx: number) => `webhook ${whIdx}`;

/** For a rotation of the installation's secret. */
export const sealedWebhookSecrets: readonly SealedColumn[] = ['secret', 'old_secret'].map((column) => ({
  purpose,
  table: 'webhook',
  key: 'wh_idx',
  column,
  owner: ownerOf,
}));

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
