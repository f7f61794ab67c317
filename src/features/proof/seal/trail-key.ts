import { randomBytes } from 'node:crypto';
import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';

type DataDir = { dataDir: string };

const purpose = 'trail';
const owner = () => 'trail';
const keyBytes = 32;

/** For a rotation of the installation's secret: the key of the chain stays, or nobody could examine earlier links. */
export const sealedTrailKey: readonly SealedColumn[] = [
  { purpose, table: 'trail_chain', key: 'chain_idx', column: 'key', owner },
];

/** A new key for a chain, sealed. */
export const makeTrailKey = async (config: DataDir): Promise<Buffer> =>
  (await sealFor(config, purpose)).close(randomBytes(keyBytes).toString('base64'), owner());

/** Undefined if the secret that it was sealed with is gone. */
export async function openTrailKey(config: DataDir, sealed: Buffer): Promise<Buffer | undefined> {
  const key = (await sealFor(config, purpose)).open(sealed, owner());
  return key === undefined ? undefined : Buffer.from(key, 'base64');
}
