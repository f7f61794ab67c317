import { insertVendKey } from '#features/vending/vending.public.ts';
import { findKeyName, type KeyRow, makeKey, removeKey } from '#kernel/auth/api-keys.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewKey } from './apikey.contract.ts';
import { apikeyMessages } from './apikey.messages.ts';
import { findBatchOwners } from './vend-key.read.ts';

export const apikeyEntity = 'api_key';

const audited = ({ name, scope, prefix, may, expires_at: end }: KeyRow) => ({
  name,
  scope,
  prefix,
  ...(may && { may }),
  expires_at: end === 0 ? null : new Date(end * 1000).toISOString(),
});

/** Creates a key and returns it; it is never stored, not even in the audit row. */
export async function addKey(ctx: Context, given: NewKey): Promise<{ key_idx: number; key: string }> {
  const { name, scope, expires_at, may } = given;
  if ((scope === 'assistant') !== (may !== undefined))
    throw apikeyMessages.errorWith(422, 'apikey.may_of_assistants', { field: 'may' });
  const expiresAt = expires_at === 0 ? null : new Date(expires_at * 1000);
  if (expiresAt && expiresAt <= ctx.now)
    throw apikeyMessages.errorWith(422, 'apikey.expired_already', { field: 'expires_at' });
  if (given.batches) await requireOneCustomer(ctx, given.batches);
  const { row, key } = await makeKey(ctx, { name, scope, expiresAt, may });
  const { batches, quota } = given;
  const vend = batches && quota !== undefined ? { batches, quota } : undefined;
  if (vend) await insertVendKey(ctx, { key_idx: row.key_idx, ...vend });
  ctx.audit({ entity: apikeyEntity, id: row.key_idx, action: 'api_key.created', after: { ...audited(row), ...vend } });
  ctx.changed(apikeyEntity, row.key_idx);
  return { key_idx: row.key_idx, key };
}

/** A shop is of one customer: its orders are billed together. */
async function requireOneCustomer(ctx: Context, batches: readonly number[]): Promise<void> {
  const { found, customers } = await findBatchOwners(ctx, batches);
  const field = 'batches';
  if (found < new Set(batches).size) throw apikeyMessages.errorWith(422, 'apikey.batch_gone', { field });
  if (customers > 1) throw apikeyMessages.errorWith(422, 'apikey.one_customer', { field });
}

/** The key that calls, and whose it is. A session is none. */
export function ownKey({ actor }: Context): { name: string; staff_id: string; is_admin: boolean } {
  const staff = staffOf(actor);
  if (staff?.keyName === undefined) throw apikeyMessages.error(404, 'apikey.not_found');
  return { name: staff.keyName, staff_id: staff.staffId, is_admin: staff.isAdmin };
}

/** The name of a key. */
export async function getKeyName(ctx: Context, keyIdx: number): Promise<string> {
  const name = await findKeyName(ctx, keyIdx);
  if (name === undefined) throw apikeyMessages.error(404, 'apikey.not_found');
  return name;
}

/** Revokes a key: further calls with it are rejected. */
export async function revokeKey(ctx: Context, keyIdx: number): Promise<void> {
  const row = await removeKey(ctx, keyIdx);
  if (!row) throw apikeyMessages.error(404, 'apikey.not_found');
  ctx.audit({ entity: apikeyEntity, id: keyIdx, action: 'api_key.revoked', before: audited(row) });
  ctx.changed(apikeyEntity, keyIdx);
}
