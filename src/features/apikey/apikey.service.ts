import { findKeyName, findLockedKey, type KeyRow, makeKey, removeKey, renewKey } from '#kernel/auth/api-keys.ts';
import { insertVendKey, lockVendKey, updateVendKey } from '#features/vending/vending.public.ts';
import { lockAgainstFiles } from '#features/vending/sold-batches.public.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { actorName, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewKey, Sells } from './apikey.contract.ts';
import { apikeyMessages } from './apikey.messages.ts';
import { findBatchOwners, findDeliveredBatch } from './vend-key.read.ts';

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
  const expiresAt = endIn(ctx, expires_at);
  if (given.batches) await requireSellable(ctx, given.batches);
  const { row, key } = await makeKey(ctx, { name, scope, expiresAt, may });
  const { batches, quota } = given;
  const vend = batches && quota !== undefined ? { batches, quota } : undefined;
  if (vend) await insertVendKey(ctx, { key_idx: row.key_idx, ...vend });
  ctx.audit({ entity: apikeyEntity, id: row.key_idx, action: 'api_key.created', after: { ...audited(row), ...vend } });
  ctx.changed(apikeyEntity, row.key_idx);
  return { key_idx: row.key_idx, key };
}

/** When a key ends, null for never; refused if that has passed. */
function endIn({ now }: Context, expires_at: number): Date | null {
  const end = expires_at === 0 ? null : new Date(expires_at * 1000);
  if (end && end <= now) throw apikeyMessages.errorWith(422, 'apikey.expired_already', { field: 'expires_at' });
  return end;
}

/**
 * Replaces the key of an assistant, for example because the old one was lost: what it may do and what it proposed stay. Only
 * the person it speaks for may do so. For other keys, a second key does as well.
 */
export async function replaceKey(ctx: Context, keyIdx: number, expires_at: number): Promise<{ key: string }> {
  const before = await findLockedKey(ctx, keyIdx);
  if (!before) throw apikeyMessages.error(404, 'apikey.not_found');
  if (before.scope !== 'assistant') throw apikeyMessages.error(409, 'apikey.not_replaced');
  const { created_by: name } = before;
  if (name !== actorName(ctx.actor)) throw apikeyMessages.error(403, 'apikey.not_own', { name: name ?? '—' });
  const renewed = await renewKey(ctx, keyIdx, endIn(ctx, expires_at));
  if (!renewed) throw apikeyMessages.error(404, 'apikey.not_found');
  const { row, key } = renewed;
  const of = (one: KeyRow) => ({ prefix: one.prefix, expires_at: audited(one).expires_at });
  ctx.audit({ entity: apikeyEntity, id: keyIdx, action: 'api_key.updated', before: of(before), after: of(row) });
  ctx.changed(apikeyEntity, keyIdx);
  return { key };
}

/**
 * A shop is of one customer: its orders are billed together. No code may be in a file and be sold by an order, so a batch of
 * which unused codes have left is not sold from; from now on no file of it leaves.
 */
async function requireSellable(
  ctx: Context,
  batches: readonly number[],
  known: ReadonlySet<number> = new Set(),
): Promise<void> {
  const { found, customers } = await findBatchOwners(ctx, batches);
  const field = 'batches';
  if (found < new Set(batches).size) throw apikeyMessages.errorWith(422, 'apikey.batch_gone', { field });
  if (customers > 1) throw apikeyMessages.errorWith(422, 'apikey.one_customer', { field });
  await lockAgainstFiles(ctx.db);
  const batch = await findDeliveredBatch(
    ctx,
    batches.filter((one) => !known.has(one)),
  );
  if (batch !== undefined) throw apikeyMessages.errorWith(422, 'apikey.batch_in_file', { field }, { batch });
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

/** Changes what a key sells. Batches that it gets must be sellable; of those it had, files were refused. */
export async function changeSells(
  ctx: Context,
  key_idx: number,
  { version, ...terms }: Sells,
): Promise<{ version: number }> {
  await lockAgainstFiles(ctx.db);
  const before = await lockVendKey(ctx, key_idx);
  if (!before) throw apikeyMessages.error(404, 'apikey.not_found');
  const { batches, quota, drawn } = before;
  await requireFresh(ctx, {
    entity: apikeyEntity,
    id: key_idx,
    current: before.version,
    loaded: version,
    record: { batches, quota },
  });
  await requireSellable(ctx, terms.batches, new Set(batches));
  if (terms.quota < drawn) throw apikeyMessages.errorWith(422, 'apikey.quota_drawn', { field: 'quota' }, { drawn });
  if (terms.quota === quota && terms.batches.join() === batches.join()) return { version: before.version };
  const changed = await updateVendKey(ctx, { key_idx, ...terms });
  ctx.audit({
    entity: apikeyEntity,
    id: key_idx,
    action: 'api_key.updated',
    before: { batches, quota },
    after: terms,
  });
  ctx.changed(apikeyEntity, key_idx);
  return { version: changed };
}

/** Revokes a key: further calls with it are rejected. */
export async function revokeKey(ctx: Context, keyIdx: number): Promise<void> {
  const row = await removeKey(ctx, keyIdx);
  if (!row) throw apikeyMessages.error(404, 'apikey.not_found');
  ctx.audit({ entity: apikeyEntity, id: keyIdx, action: 'api_key.revoked', before: audited(row) });
  ctx.changed(apikeyEntity, keyIdx);
}
