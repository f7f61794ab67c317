import type { Kernel } from '#kernel/mount/feature.ts';
import {
  changeRecord,
  getRecord,
  lockRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
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

export async function removeWebhook(ctx: Context, whIdx: number): Promise<void> {
  await removeRecord(ctx, kind, whIdx, () => deleteWebhook(ctx, whIdx));
}

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
