import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { Kernel } from '#kernel/mount/feature.ts';
import { addressProblem } from '#kernel/http/outgoing-request.ts';
import { hostOf, isPrivate } from '#kernel/http/private-address.ts';
import { sendTest } from './delivery/send-test.service.ts';
import { listDeliveries } from './delivery/webhook-delivery.store.ts';
import { webhookApi } from './webhook.contract.ts';
import { webhookMessages } from './webhook.messages.ts';
import { changeWebhook, createWebhook, getWebhook, removeWebhook, replay, rotateSecret } from './webhook.service.ts';
import { listWebhooks } from './webhook.store.ts';

export function webhookCalls(kernel: Kernel): void {
  const { api, config, changes } = kernel;
  api(webhookApi, {
    'GET /api/v1/webhook': async ({ ctx }) => ({ results: await listWebhooks(ctx) }),
    'GET /api/v1/webhook/:wh_idx': async ({ ctx, params }) => ({ results: await getWebhook(ctx, params.wh_idx) }),
    'POST /api/v1/webhook': async ({ body, write }) => {
      // Neither DNS nor the change feed is queried within a transaction.
      await requireAddress(body.url, config.webhookPrivate);
      const cursor = await changes.latest();
      return { results: await write((ctx) => createWebhook(ctx, config, { ...body, cursor })) };
    },
    'PUT /api/v1/webhook/:wh_idx': async ({ body, params, write }) => {
      if (body.url !== undefined) await requireAddress(body.url, config.webhookPrivate);
      const { version } = await write((ctx) => changeWebhook(ctx, params.wh_idx, body));
      return { results: { version } };
    },
    'DELETE /api/v1/webhook/:wh_idx': ({ ctx, params }) => removeWebhook(ctx, params.wh_idx),
    'POST /api/v1/webhook/:wh_idx/secret': async ({ ctx, params }) => ({
      results: { secret: await rotateSecret(ctx, config, params.wh_idx) },
    }),
    'POST /api/v1/webhook/:wh_idx/test': async ({ params, write }) => {
      const { delivered, status, duration_ms, problem } = await sendTest(kernel, write, params.wh_idx);
      return { results: { delivered, status, duration_ms, problem } };
    },
    'POST /api/v1/webhook/:wh_idx/replay': async ({ ctx, params, body }) => ({
      results: { count: await replay(ctx, params.wh_idx, body) },
    }),
    'GET /api/v1/webhook/:wh_idx/delivery': async ({ ctx, params, query }) => {
      await getWebhook(ctx, params.wh_idx);
      const { rows, total, page } = await listDeliveries(ctx, params.wh_idx, query);
      return { results: rows, total, page };
    },
  });
}

const refused = (
  key: 'webhook.address_rule' | 'webhook.address_https' | 'webhook.address_unknown' | 'webhook.address_private',
) => webhookMessages.errorWith(422, key, { field: 'url' });

/**
 * Refuses an address that could never be sent to, as long as somebody is there to correct it. What it resolves to is
 * checked again at each connection.
 */
async function requireAddress(text: string, allowPrivate: boolean): Promise<void> {
  const problem = addressProblem(text, allowPrivate);
  if (problem) throw refused(`webhook.address_${problem}`);
  if (allowPrivate) return;
  const host = hostOf(new URL(text));
  const addresses = isIP(host) > 0 ? [host] : await resolved(host);
  if (addresses.length === 0) throw refused('webhook.address_unknown');
  if (addresses.some(isPrivate)) throw refused('webhook.address_private');
}

const resolved = async (host: string): Promise<string[]> =>
  (await dns.lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
