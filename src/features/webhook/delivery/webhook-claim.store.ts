import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { type Target, validOldSecret } from '../webhook.store.ts';
import { areRegistrationsDue } from './code-messages.store.ts';

/** Whether any webhook is to be sent anything. */
export async function hasActive(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select from webhook where active and stopped_at is null limit 1`.execute(ctx.db);
  return rows.length > 0;
}

// How long a claim lasts unless extended: longer than any attempt can take. By the database's clock, since those of two
// instances may differ by more.
const claimEnd = sql<string>`now() + interval '30 seconds'`;

const isDue = (ctx: Context, latest: string) => sql`
  active and stopped_at is null and coalesce(next_at <= ${ctx.now.toISOString()}::timestamptz, true)
  and coalesce(claimed_until <= now(), true)
  and (cursor <> ${latest} or exists (
    select from webhook_delivery d where d.wh_idx = webhook.wh_idx and d.state = 'waiting')
    or ${areRegistrationsDue(ctx)})`;

/** Claims webhooks that have something to send, so that no other process sends to them at the same time. */
export async function claimDue(ctx: Context, claim: string, latest: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ wh_idx: number }>`
    update webhook set claim = ${claim}, claimed_until = ${claimEnd}
    where wh_idx in (
      select wh_idx from webhook where ${isDue(ctx, latest)} order by next_at nulls first, wh_idx limit ${limit}
      for no key update skip locked)
    returning wh_idx`.execute(ctx.db);
  return rows.map(({ wh_idx }) => wh_idx);
}

/** The fields of a webhook that its sender needs. */
export interface SendingWebhook extends Target {
  kinds: string[];
  cursor: string;
  failures: number;
  failing_since: string | null;
  active: boolean;
  stopped_at: string | null;
}

/** Locks a webhook until the transaction ends, if this sender still has the claim on it, and extends the claim. */
export async function lockClaimed(ctx: Context, whIdx: number, claim: string): Promise<SendingWebhook | undefined> {
  const row = await ctx.db
    .selectFrom('webhook')
    .select([
      'wh_idx',
      'url',
      'secret',
      validOldSecret(ctx),
      'kinds',
      'cursor',
      'failures',
      'failing_since',
      'active',
      'stopped_at',
    ])
    .where('wh_idx', '=', whIdx)
    .where('claim', '=', claim)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row) await ctx.db.updateTable('webhook').set({ claimed_until: claimEnd }).where('wh_idx', '=', whIdx).execute();
  return row;
}

type Progress = Partial<{
  cursor: string;
  failures: number;
  failing_since: string | null;
  next_at: string | null;
  stopped_at: string | null;
}>;

export async function updateProgress(ctx: Context, whIdx: number, values: Progress): Promise<void> {
  await ctx.db.updateTable('webhook').set(values).where('wh_idx', '=', whIdx).execute();
}

/** Releases the claim on a webhook; another process may send from now on. */
export async function releaseClaim(ctx: Context, whIdx: number, claim: string): Promise<void> {
  await ctx.db
    .updateTable('webhook')
    .set({ claim: null, claimed_until: null })
    .where('wh_idx', '=', whIdx)
    .where('claim', '=', claim)
    .execute();
}
