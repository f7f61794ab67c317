import { pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { findDelivery, listDeliveries } from './delivery/webhook-delivery.store.ts';
import type WebhookDelivery from './delivery/webhook-delivery.view.tsx';
import { DeliveryParams, DeliveryQuery, WebhookParams, webhookKinds } from './webhook.contract.ts';
import { webhookMessages } from './webhook.messages.ts';
import { webhookEntity, webhookHome, webhookHref } from './webhook.rules.ts';
import { getWebhook } from './webhook.service.ts';
import { listWebhooks } from './webhook.store.ts';
import type WebhookDetail from './webhook-detail.view.tsx';
import type WebhookForm from './webhook-form.view.tsx';
import type WebhookList from './webhook-list.view.tsx';
import type WebhookSecret from './webhook-secret.view.tsx';

export function webhookPages({ web }: Kernel): void {
  web.page(webhookHome, {
    view: view<typeof WebhookList>('webhook/webhook-list'),
    follows: [webhookEntity],
    title: (t) => t('webhook.heading'),
    load: async ({ ctx }) => ({ webhooks: await listWebhooks(ctx), kinds: webhookKinds.length }),
  });
  web.fragment(`${webhookHome}/create`, {
    view: view<typeof WebhookForm>('webhook/webhook-form'),
    within: webhookHome,
    load: () => ({ webhook: null, kinds: [...webhookKinds] }),
  });
  web.page(`${webhookHome}/:wh_idx`, {
    view: view<typeof WebhookDetail>('webhook/webhook-detail'),
    shows: ({ webhook }) => ({ kind: webhookEntity, id: webhook.wh_idx }),
    title: (_, { webhook }) => webhook.name,
    params: WebhookParams,
    query: DeliveryQuery,
    load: async ({ ctx, params: { wh_idx }, query }) => ({
      webhook: await getWebhook(ctx, wh_idx),
      deliveries: await listDeliveries(ctx, wh_idx, query),
      state: query.state,
      kinds: webhookKinds.length,
      now: inSeconds(ctx.now),
      paging: { size: pageSize, limit: pagingLimit },
    }),
  });
  web.fragment(`${webhookHome}/:wh_idx/update`, {
    view: view<typeof WebhookForm>('webhook/webhook-form'),
    params: WebhookParams,
    within: ({ params }) => webhookHref(params.wh_idx),
    load: async ({ ctx, params }) => ({ webhook: await getWebhook(ctx, params.wh_idx), kinds: [...webhookKinds] }),
  });
  web.fragment(`${webhookHome}/:wh_idx/secret`, {
    view: view<typeof WebhookSecret>('webhook/webhook-secret'),
    params: WebhookParams,
    within: ({ params }) => webhookHref(params.wh_idx),
    load: async ({ ctx, params }) => ({ webhook: await getWebhook(ctx, params.wh_idx) }),
  });
  web.fragment(`${webhookHome}/:wh_idx/delivery/:del_idx`, {
    view: view<typeof WebhookDelivery>('webhook/delivery/webhook-delivery'),
    params: DeliveryParams,
    within: ({ params }) => webhookHref(params.wh_idx),
    load: async ({ ctx, params: { wh_idx, del_idx } }) => {
      const delivery = await findDelivery(ctx, wh_idx, del_idx);
      if (!delivery) throw webhookMessages.error(404, 'webhook.delivery_not_found');
      return { wh_idx, delivery };
    },
  });
}
