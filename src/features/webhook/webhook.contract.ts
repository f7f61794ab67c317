import { z } from 'zod';
import { portalKinds } from '#features/portal/portal-changes.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, idxNumber, results, success, title, version, whole } from '#kernel/work/fields.ts';
import { deliveryStates, officeKinds, webhookStates } from './webhook.rules.ts';

/** Everything that a webhook can be sent. */
export const webhookKinds = [...portalKinds, ...officeKinds] as const;

const kinds = z
  .array(z.enum(webhookKinds))
  .min(1)
  .transform((list) => webhookKinds.filter((kind) => list.includes(kind)))
  .describe(
    'The kinds of changes to send, as in /portal/v1/changes; and code.batch_issued, code.changed, release.failed, and registration.created, which counts registrations by collection, at most once a minute',
  );

const url = z.string().trim().min(1).max(2000);

const Webhook = z.object({
  wh_idx: z.int(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  active: z.boolean(),
  state: z.enum(webhookStates),
  waiting: z.int().describe('Deliveries that wait, counted up to 1,000'),
  failing_since: z.int().describe('The first failure since the last success'),
  next_at: z.int().describe('When the next attempt follows'),
  old_secret_until: z.int().describe('Until when the previous secret also signs'),
  last_sent_at: z.int(),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
});
export type WebhookRecord = z.output<typeof Webhook>;

const Delivery = z.object({
  del_idx: z.int(),
  msg_id: z.string().describe('The webhook-id header, the same at each attempt'),
  kind: z.string(),
  id: z.string().nullable(),
  state: z.enum(deliveryStates),
  created_at: z.int(),
  attempts: z.int(),
  sent_at: z.int().describe('The last attempt'),
  duration_ms: z.int().nullable(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
});
export type DeliveryRow = z.output<typeof Delivery>;

const NewWebhook = z.strictObject({
  name: title,
  url,
  kinds: kinds.default([...portalKinds]),
  active: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof NewWebhook>;

const WebhookChange = z.strictObject({
  name: title.optional(),
  url: url.optional(),
  kinds: kinds.optional(),
  active: z.boolean().optional(),
  version,
});
export type WebhookChange = z.output<typeof WebhookChange>;

const Replay = z.union([
  z.strictObject({ del_idx: idxNumber.max(Number.MAX_SAFE_INTEGER).describe('This delivery') }),
  z.strictObject({ since: z.int().min(0).max(endOfTime).describe('All since this time, in seconds') }),
]);
export type Replay = z.output<typeof Replay>;

export const WebhookParams = z.object({ wh_idx: idx });
export const DeliveryParams = z.object({
  wh_idx: idx,
  del_idx: whole(1, Number.MAX_SAFE_INTEGER),
});

/** The filter of a list of deliveries; an invalid part counts as absent. */
export const DeliveryQuery = z.object({
  state: z.enum(deliveryStates).optional().catch(undefined),
  page: PageNumber,
});

const secret = z.string().describe('whsec_…, as Standard Webhooks has it; returned only once');

export const webhookApi = contract({
  'GET /api/v1/webhook': { summary: 'List the webhooks, newest first', response: results(z.array(Webhook)) },
  'GET /api/v1/webhook/:wh_idx': { summary: 'Get a webhook', params: WebhookParams, response: results(Webhook) },
  'POST /api/v1/webhook': {
    summary: 'Create a webhook, which is sent changes from now on; its secret is returned only once',
    body: NewWebhook,
    ownTransaction: true,
    response: results(z.object({ wh_idx: z.int(), secret, act_idx })),
  },
  'PUT /api/v1/webhook/:wh_idx': {
    summary:
      'Change, pause or resume a webhook. Whatever changes, a stopped one starts again; a resumed one goes on where it was',
    params: WebhookParams,
    body: WebhookChange,
    ownTransaction: true,
    response: results(success.extend({ version: z.int() })),
  },
  'DELETE /api/v1/webhook/:wh_idx': {
    summary: 'Delete a webhook with the list of its deliveries',
    params: WebhookParams,
    response: results(success),
  },
  'POST /api/v1/webhook/:wh_idx/secret': {
    summary: 'Make a new secret, returned only once; the old one also signs for 24 hours',
    params: WebhookParams,
    response: results(z.object({ secret })),
  },
  'POST /api/v1/webhook/:wh_idx/test': {
    summary: 'Send a test now and answer what came back',
    params: WebhookParams,
    ownTransaction: true,
    response: results(
      z.object({
        delivered: z.boolean(),
        status: z.int().nullable(),
        duration_ms: z.int(),
        problem: z.string().nullable(),
      }),
    ),
  },
  'POST /api/v1/webhook/:wh_idx/replay': {
    summary: 'Send a delivery again, or all since a time, with their own ids; a stopped webhook starts again',
    params: WebhookParams,
    body: Replay,
    response: results(success.extend({ count: z.int() })),
  },
  'GET /api/v1/webhook/:wh_idx/delivery': {
    summary: 'List deliveries of the last 14 days, newest first',
    params: WebhookParams,
    query: DeliveryQuery,
    response: z.object({ results: z.array(Delivery), total: z.int(), page: z.int() }),
  },
});
