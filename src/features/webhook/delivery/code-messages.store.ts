import { sql } from 'kysely';
import type { Change } from '#kernel/changes/change-feed.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Message, newMessage, queueMessages } from './webhook-delivery.store.ts';

// How many batches a message names. Acts on very many name only some of theirs.
const mostBatches = 100;

/** The messages about batches and codes. None of them names a code. */
export function codeMessages(ctx: Context, changes: readonly Pick<Change, 'kind' | 'id'>[]): Message[] {
  const issued = new Set(changes.flatMap(({ kind, id }) => (kind === 'code.batch_issued' ? [id] : [])));
  const messages = [...issued].map((id) => newMessage(ctx, 'code.batch_issued', { kind: 'code_batch', id }));
  if (!changes.some(({ kind }) => kind === 'code')) return messages;
  const batches = new Set(changes.flatMap(({ kind, id }) => (kind === 'code.changed' ? [id] : [])));
  const data = { kind: 'code', id: null, batches: [...batches].slice(0, mostBatches) };
  return [...messages, newMessage(ctx, 'code.changed', data)];
}

/** Counts the registrations among changes for a webhook, in the transaction that moves its cursor past them. */
export async function countRegistrations(ctx: Context, whIdx: number, changes: readonly Change[]): Promise<void> {
  const made = changes.flatMap(({ kind, id }) => (kind === 'registration' && id !== null ? [id] : []));
  if (made.length === 0) return;
  await sql`
    insert into webhook_registration as had (wh_idx, cidx, registrations)
    select ${whIdx}::integer, cidx, count(*) from registration where reg_idx = any(${made}::bigint[]) group by cidx
    on conflict (wh_idx, cidx) do update set registrations = had.registrations + excluded.registrations`.execute(
    ctx.db,
  );
}

/** Whether a webhook is to be told of registrations now: there are some, and the last message is a minute old. */
export const areRegistrationsDue = (ctx: Context) => sql<boolean>`
  (coalesce(registrations_at <= ${ctx.now.toISOString()}::timestamptz - interval '1 minute', true)
    and exists (select from webhook_registration r where r.wh_idx = webhook.wh_idx))`;

/** Queues the counts of registrations of a webhook that this sender has locked, if they are due. */
export async function queueRegistrations(ctx: Context, whIdx: number): Promise<void> {
  const { rows } = await sql`
    update webhook set registrations_at = ${ctx.now.toISOString()}
    where wh_idx = ${whIdx} and ${areRegistrationsDue(ctx)} returning wh_idx`.execute(ctx.db);
  if (rows.length === 0) return;
  const { rows: collections } = await sql<{ cid: string; registrations: number }>`
    with gone as (delete from webhook_registration where wh_idx = ${whIdx} returning cidx, registrations)
    select cid, registrations from gone join collection using (cidx) order by cid`.execute(ctx.db);
  const data = { kind: 'registration', id: null, collections };
  await queueMessages(ctx, whIdx, [newMessage(ctx, 'registration.created', data)]);
}
