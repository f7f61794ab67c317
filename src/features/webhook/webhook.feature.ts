import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { pruneDeliveries } from './delivery/delivery.store.ts';
import { sendWebhooks } from './delivery/sender.service.ts';
import { stoppedTasks } from './webhook.home.ts';
import { webhookMessages } from './webhook.messages.ts';
import { findWebhooksByText } from './webhook.palette.ts';
import { webhookCalls } from './webhook.routes.ts';
import { webhookHome, webhookHref } from './webhook.rules.ts';
import { webhookEntity } from './webhook.service.ts';
import { webhookPages } from './webhook-pages.routes.ts';

/** Webhooks: addresses that are sent what portals are told, for programs that cannot keep a stream open. */
export const webhook: Feature = {
  name: 'webhook',
  messages: webhookMessages,
  menu: [{ key: 'webhook.heading', href: webhookHome, order: 6, group: 'user' }],
  register(kernel) {
    webhookCalls(kernel);
    webhookPages(kernel);
    sendWebhooks(kernel);
    const { jobs, work, config } = kernel;
    jobs.repeat('webhook.prune', { cron: '57 3 * * *', timeZone: config.timeZone }, async ({ signal }) => {
      while (await work.write(systemCaller('webhook.prune'), pruneDeliveries)) signal.throwIfAborted();
    });
    kernel.home.addTasks(stoppedTasks);
    kernel.palette.add({ kind: 'webhook.kind', icon: 'page', find: findWebhooksByText });
    kernel.recordLinks.add({
      entity: webhookEntity,
      label: 'webhook.kind',
      titles: titlesIn('webhook', { key: 'wh_idx', title: 'name' }),
      title: 'name',
      href: webhookHref,
      actions: {
        'webhook.secret_made': 'webhook.did_secret',
        'webhook.tested': 'webhook.did_test',
        'webhook.replayed': 'webhook.did_replay',
      },
      fields: {
        name: 'webhook.field_name',
        url: 'webhook.field_url',
        kinds: 'webhook.field_kinds',
        active: 'webhook.field_active',
        count: 'webhook.field_count',
        since: 'webhook.field_since',
        del_idx: 'webhook.field_delivery',
        status: 'webhook.field_status',
        problem: 'webhook.field_problem',
      },
    });
  },
};
