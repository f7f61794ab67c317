import { sql } from 'kysely';
import type { PortalChange } from '#features/portal/portal-changes.public.ts';
import { listPage } from '#kernel/db/list-page.ts';
import type { Page } from '#kernel/db/paging.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import { daySeconds, type ShortLived } from '#kernel/work/short-lived.ts';
import type { DeliveryRow, Replay } from '../webhook.contract.ts';
import { type DeliveryState, retentionDays } from '../webhook.rules.ts';
import type { Outcome } from './post.service.ts';

const columns = [
  'del_idx',
  'msg_id',
  'kind',
  'id',
  sql<DeliveryState>`state`.as('state'),
  secondsOrZero('created_at').as('created_at'),
  'attempts',
  secondsOrZero('sent_at').as('sent_at'),
  'duration_ms',
  'status',
  'problem',
] as const;

/** One page of a webhook's deliveries, newest first. */
export function listDeliveries(
  ctx: Context,
  whIdx: number,
  { state, page }: { state?: DeliveryState | undefined; page: number },
): Promise<Page<DeliveryRow>> {
  const query = ctx.db
    .selectFrom('webhook_delivery')
    .select(columns)
    .where('wh_idx', '=', whIdx)
    .$if(state !== undefined, (one) => one.where('state', '=', String(state)))
    .orderBy('del_idx', 'desc');
  return listPage(ctx.db, query, page);
}

/** One delivery with the message sent and the answer received. */
export const findDelivery = (
  ctx: Context,
  whIdx: number,
  delIdx: number,
): Promise<(DeliveryRow & { payload: string; response: string | null }) | undefined> =>
  ctx.db
    .selectFrom('webhook_delivery')
    .select([...columns, 'payload', 'response'])
    .where('wh_idx', '=', whIdx)
    .where('del_idx', '=', delIdx)
    .executeTakeFirst();

/** A message before it is signed. */
export interface Message {
  msg_id: string;
  kind: string;
  id: string | null;
  payload: string;
}

/** A message that a record changed. Like an event of the stream it says what changed, not how. */
export const messageOf = (
  ctx: Context,
  type: string,
  { kind, id }: Pick<PortalChange, 'id'> & { kind: string },
): Message => ({ ...newMessage(ctx, type, { kind, id }), kind });

/** A message in the format of Standard Webhooks. */
export function newMessage(ctx: Context, type: string, data: { kind: string; id: string | null }): Message {
  const payload = JSON.stringify({ type, timestamp: ctx.now.toISOString(), data });
  return { msg_id: `msg_${crypto.randomUUID().replaceAll('-', '')}`, kind: type, id: data.id, payload };
}

/** Queues messages in order. */
export async function queueMessages(ctx: Context, whIdx: number, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const created_at = ctx.now.toISOString();
  await ctx.db
    .insertInto('webhook_delivery')
    .values(messages.map((message) => ({ ...message, wh_idx: whIdx, created_at })))
    .execute();
}

/** The first message of the queue. */
export const firstWaiting = (ctx: Context, whIdx: number): Promise<(Message & { del_idx: number }) | undefined> =>
  ctx.db
    .selectFrom('webhook_delivery')
    .select(['del_idx', 'msg_id', 'kind', 'id', 'payload'])
    .where('wh_idx', '=', whIdx)
    .where('state', '=', 'waiting')
    .orderBy('del_idx')
    .limit(1)
    .executeTakeFirst();

/**
 * How long the first message of a queue has waited, in seconds, of the queue that is furthest behind; 0 if none waits.
 * A message that was sent before may be an old one sent again, so it has waited since its receiver began to fail.
 */
export async function longestWait(db: Context['db']): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(first.since)), 0)::float8 as seconds
    from webhook w, lateral (
      select case attempts when 0 then created_at else w.failing_since end as since from webhook_delivery d
      where d.wh_idx = w.wh_idx and state = 'waiting' order by del_idx limit 1) first
    where active and stopped_at is null`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Records an attempt; `state` is the resulting state. */
export async function noteAttempt(ctx: Context, delIdx: number, outcome: Outcome, state: DeliveryState): Promise<void> {
  const sent_at = ctx.now.toISOString();
  await ctx.db
    .updateTable('webhook_delivery')
    .set((eb) => ({ ...outcomeColumns(outcome), state, attempts: eb('attempts', '+', 1), sent_at }))
    .where('del_idx', '=', delIdx)
    .execute();
}

/** The stored fields of an attempt. */
const outcomeColumns = ({ duration_ms, status, response, problem }: Outcome) => ({
  duration_ms,
  status,
  response,
  problem,
});

/** Stores a message that was sent outside the queue. */
export async function insertSent(ctx: Context, whIdx: number, message: Message, outcome: Outcome): Promise<void> {
  const now = ctx.now.toISOString();
  const state = outcome.delivered ? 'delivered' : 'failed';
  await ctx.db
    .insertInto('webhook_delivery')
    .values({
      ...message,
      ...outcomeColumns(outcome),
      wh_idx: whIdx,
      state,
      created_at: now,
      sent_at: now,
      attempts: 1,
    })
    .execute();
}

/** Queues one delivery again, or all since a time: those created or failed since then. Returns how many. */
export async function requeue(ctx: Context, whIdx: number, which: Replay): Promise<number> {
  const since = 'since' in which ? new Date(which.since * 1000).toISOString() : '';
  const { numUpdatedRows } = await ctx.db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting' })
    .where('wh_idx', '=', whIdx)
    .where('state', '<>', 'waiting')
    .where((eb) =>
      'del_idx' in which
        ? eb('del_idx', '=', which.del_idx)
        : eb.and([
            // A test reports no change, so it is sent again only individually.
            eb('kind', '<>', 'test'),
            eb.or([eb('created_at', '>=', since), eb.and([eb('state', '=', 'failed'), eb('sent_at', '>=', since)])]),
          ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deliveries go two weeks after they were made, unless they wait. */
export const shortLivedDeliveries: ShortLived = {
  table: 'webhook_delivery',
  at: 'created_at',
  lifetime: retentionDays * daySeconds,
  only: sql`t.state <> 'waiting'`,
  index: 'webhook_delivery__created_idx',
};
