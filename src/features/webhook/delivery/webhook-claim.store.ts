import { sql } from 'kysely';
import { claimsOn } from '#kernel/jobs/claims.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Target, validOldSecret } from '../webhook.store.ts';
import { areRegistrationsDue } from './code-messages.store.ts';

/** Whether any webhook is to be sent anything. */
export async function hasActive(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select from webhook where active and stopped_at is null limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Who sends to a webhook. */
export const webhookClaims = claimsOn({ table: 'webhook', key: 'wh_idx', seconds: 30 });

const isDue = (ctx: Context, latest: string) => sql`
  active and stopped_at is null and coalesce(next_at <= ${ctx.now.toISOString()}::timestamptz, true)
  and (cursor <> ${latest} or exists (
    select from webhook_delivery d where d.wh_idx = webhook.wh_idx and d.state = 'waiting')
    or ${areRegistrationsDue(ctx)})`;

/** Claims webhooks that have something to send, so that no other process sends to them at the same time. */
export const claimDue = (ctx: Context, claim: string, latest: string, limit: number): Promise<number[]> =>
  webhookClaims.take(ctx, claim, { where: isDue(ctx, latest), order: sql`next_at nulls first, wh_idx`, limit });

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
  if (!(await webhookClaims.extend(ctx, claim, whIdx))) return undefined;
  return ctx.db
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
    .executeTakeFirst();
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
