import { z } from 'zod';
import type { Config } from '#kernel/config/config.ts';
import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';
import type { IssuedTokens, Tokens } from './issuer.service.ts';
import type { AccountRow } from './spreadsheet.store.ts';

const StoredTokens = z.object({ access: z.string(), refresh: z.string().optional() });

const purpose = 'spreadsheet tokens';
const seal = (config: Config) => sealFor(config, purpose);
const ownerOf = (staffIdx: number) => `staff ${staffIdx}`;

/** For a rotation of the installation's secret. */
export const sealedTokens: SealedColumn = {
  purpose,
  table: 'spreadsheet_account',
  key: 'staff_idx',
  column: 'tokens',
  owner: ownerOf,
};

/** The tokens of a row; undefined if they cannot be unsealed: the account then counts as not connected. */
export async function openTokens(
  config: Config,
  { tokens, staff_idx }: Pick<AccountRow, 'tokens' | 'staff_idx'>,
): Promise<Tokens | undefined> {
  const text = (await seal(config)).open(tokens, ownerOf(staff_idx));
  return text === undefined ? undefined : StoredTokens.parse(JSON.parse(text));
}

/** Tokens in stored form, sealed for their account. */
export async function closeTokens(
  config: Config,
  staffIdx: number,
  { access, refresh, lifetime }: IssuedTokens,
  now: Date,
): Promise<Pick<AccountRow, 'staff_idx' | 'tokens' | 'expires_at'>> {
  const tokens = (await seal(config)).close(JSON.stringify({ access, refresh }), ownerOf(staffIdx));
  return { staff_idx: staffIdx, tokens, expires_at: new Date(now.getTime() + lifetime * 1000).toISOString() };
}
