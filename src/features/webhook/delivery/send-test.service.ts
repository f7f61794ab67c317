import type { Write } from '#kernel/http/api-handlers.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { webhookMessages } from '../webhook.messages.ts';
import { webhookEntity } from '../webhook.rules.ts';
import { findTarget } from '../webhook.store.ts';
import { signedHeaders } from '../webhook-secret.service.ts';
import { type Outcome, post, unsigned } from './post.service.ts';
import { insertSent, messageOf } from './webhook-delivery.store.ts';

/** Sends a test outside the queue, even to a paused or stopped webhook, and returns the outcome. */
export async function sendTest({ config }: Kernel, write: Write, whIdx: number): Promise<Outcome> {
  const { target, message, at } = await write(async (ctx) => {
    const found = await findTarget(ctx, whIdx);
    if (!found) throw webhookMessages.error(404, 'webhook.not_found');
    ctx.audit({ entity: webhookEntity, id: whIdx, action: 'webhook.tested' });
    return { target: found, message: messageOf(ctx, 'webhook.test', { kind: 'test', id: null }), at: ctx.now };
  });
  const headers = await signedHeaders(config, target, { ...message, at });
  const outcome: Outcome = headers
    ? await post(target.url, { headers, body: message.payload }, { allowPrivate: config.webhookPrivate })
    : unsigned;
  await write(async (ctx) => {
    // It may have been deleted meanwhile.
    if (await findTarget(ctx, whIdx)) await insertSent(ctx, whIdx, message, outcome);
  });
  return outcome;
}
