import { sql } from 'kysely';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  lockRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { storeDeleted } from '#kernel/records/record-tables.ts';
import { recordReturn, returnRecords } from '#kernel/records/returned-records.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { findDelivery, requeue } from './delivery/webhook-delivery.store.ts';
import type { NewWebhook, Replay, WebhookChange, WebhookRecord } from './webhook.contract.ts';
import { webhookMessages } from './webhook.messages.ts';
import { overlapHours, webhookEntity } from './webhook.rules.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  nextWebhookKey,
  restartWebhook,
  updateSecret,
  updateWebhook,
} from './webhook.store.ts';
import { makeSecret, sealSecret } from './webhook-secret.service.ts';
import { webhookTables } from './webhook-tables.ts';

const kind: RecordKind<number, WebhookRecord> = {
  entity: webhookEntity,
  missing: () => webhookMessages.error(404, 'webhook.not_found'),
  find: findWebhook,
  lock: lockWebhook,
  id: ({ wh_idx }) => wh_idx,
  audited: ({ name, url, kinds, active }) => ({ name, url, kinds: kinds.join(', '), active }),
};

export const getWebhook = (ctx: Context, whIdx: number): Promise<WebhookRecord> => getRecord(ctx, kind, whIdx);

/** Adds a webhook, which will be sent the changes after `cursor`. Its secret is returned only this once. */
export async function createWebhook(
  ctx: Context,
  config: Kernel['config'],
  given: NewWebhook & { cursor: string },
): Promise<{ wh_idx: number; secret: string }> {
  const wh_idx = await nextWebhookKey(ctx);
  const secret = makeSecret();
  await insertWebhook(ctx, { ...given, wh_idx, secret: await sealSecret(config, wh_idx, secret) });
  await recordCreated(ctx, kind, wh_idx);
  return { wh_idx, secret };
}

/** Writes what differs, and restarts the webhook if it had stopped. */
export async function changeWebhook(
  ctx: Context,
  whIdx: number,
  { version, ...values }: WebhookChange,
): Promise<WebhookRecord> {
  const changed = await changeRecord(ctx, kind, whIdx, {
    version,
    values,
    write: (differing) => updateWebhook(ctx, whIdx, differing),
  });
  // Nothing differs if it is only started again, since one that has stopped is still active.
  if (!values.active || changed.state !== 'stopped') return changed;
  await restartWebhook(ctx, whIdx);
  ctx.audit({ entity: webhookEntity, id: whIdx, action: 'webhook.restarted' });
  ctx.changed(webhookEntity, whIdx);
  return getWebhook(ctx, whIdx);
}

/** Deletes a webhook with the records of its deliveries. Its secret is not kept. */
export async function removeWebhook(ctx: Context, whIdx: number): Promise<void> {
  const act = await beginAct(ctx);
  const remove = async () => {
    await storeDeleted(ctx.db, act, webhookTables, [whIdx]);
    await deleteWebhook(ctx, whIdx);
  };
  await removeRecord(ctx, kind, whIdx, remove, { act });
}

/** How adding a webhook, and deleting one, is undone. It comes back paused, with a secret that nobody has been told. */
export const webhookExistence = ({ config, storage }: Pick<Kernel, 'config' | 'storage'>): Removal & Insertion => ({
  remove: (ctx, id) => removeWebhook(ctx, Number(id)),
  ...recordReturn(storage, webhookTables, async (ctx, id, act) => {
    const secret = await sealSecret(config, Number(id), makeSecret());
    await returnRecords(ctx, storage, { of: act }, webhookTables, {
      secret: sql`${secret}::bytea`,
      active: sql`false`,
    });
    await recordCreated(ctx, kind, Number(id));
  }),
});

/** Makes a new secret; messages are also signed with the old one until receivers have had time to switch. */
export async function rotateSecret(ctx: Context, config: Kernel['config'], whIdx: number): Promise<string> {
  await lockRecord(ctx, kind, whIdx);
  const secret = makeSecret();
  const until = new Date(ctx.now.getTime() + overlapHours * 3_600_000);
  await updateSecret(ctx, whIdx, await sealSecret(config, whIdx, secret), until);
  ctx.audit({ entity: webhookEntity, id: whIdx, action: 'webhook.secret_made' });
  ctx.changed(webhookEntity, whIdx);
  return secret;
}

/** Sends one delivery again, or all since a time, in order. */
export async function replay(ctx: Context, whIdx: number, which: Replay): Promise<number> {
  const { active } = await lockRecord(ctx, kind, whIdx);
  if (!active) throw webhookMessages.error(409, 'webhook.is_paused');
  if ('del_idx' in which && !(await findDelivery(ctx, whIdx, which.del_idx)))
    throw webhookMessages.error(404, 'webhook.delivery_not_found');
  const count = await requeue(ctx, whIdx, which);
  await restartWebhook(ctx, whIdx);
  ctx.audit({ entity: webhookEntity, id: whIdx, action: 'webhook.replayed', after: { ...which, count } });
  ctx.changed(webhookEntity, whIdx);
  return count;
}
