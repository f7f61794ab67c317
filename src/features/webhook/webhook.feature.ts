import { sql } from 'kysely';
import type { Feature } from '#kernel/mount/feature.ts';
import { unknownHash } from '#kernel/work/exported-tables.ts';
import { sendWebhooks } from './delivery/webhook-sender.service.ts';
import { longestWait, shortLivedDeliveries } from './delivery/webhook-delivery.store.ts';
import { stoppedTasks } from './webhook.home.ts';
import { webhookMessages } from './webhook.messages.ts';
import { webhookRecord } from './webhook.record.ts';
import { webhookCalls } from './webhook.routes.ts';
import { webhookHome } from './webhook.rules.ts';
import { webhookPages } from './webhook-pages.routes.ts';
import { sealedWebhookSecrets } from './webhook-secret.service.ts';

/** Webhooks: addresses that are sent what portals are told, for programs that cannot keep a stream open. */
export const webhook: Feature = {
  name: 'webhook',
  messages: webhookMessages,
  personal: [
    {
      name: 'webhooks',
      table: 'webhook_delivery',
      key: { del_idx: 'bigint' },
      columns: { payload: 'text', response: 'text', problem: 'text' },
      at: 'created_at',
    },
  ],
  shortLived: [shortLivedDeliveries],
  menu: [{ key: 'webhook.heading', href: webhookHome, order: 6, group: 'user' }],
  sealed: sealedWebhookSecrets,
  gauges: [
    {
      name: 'webhook_oldest_waiting_seconds',
      help: 'How long the message that waits longest has waited for the receiver of its webhook',
      count: longestWait,
    },
  ],
  exported: {
    tables: ['webhook', 'webhook_delivery', 'webhook_registration'],
    without: {
      'webhook.secret': 'It is sealed with the secret of one office: make a new one, then turn the webhook on.',
      'webhook.old_secret': 'It is sealed with the secret of one office.',
    },
    filled: { 'webhook.secret': unknownHash, 'webhook.active': sql`false` },
  },
  register(kernel) {
    webhookCalls(kernel);
    webhookPages(kernel);
    sendWebhooks(kernel);
    kernel.home.addTasks(stoppedTasks);
    kernel.records.define(webhookRecord(kernel));
  },
};
