import { sql } from 'kysely';
import type { MailContent } from '#kernel/desk/mails.ts';
import { claimsOn, hasRunOut } from '#kernel/jobs/claims.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { MailReason, MailState } from '../mail.rules.ts';

/** A mail that this process alone sends. */
export interface ClaimedMail {
  mailIdx: number;
  kind: string;
  staffIdx: number | null;
  address: string;
  locale: Locale;
  subject: string;
  content: Omit<MailContent, 'subject'>;
  messageId: string;
  /** Including this one. */
  tries: number;
  /** Why it cannot be sent after all: its account was disabled, or has no address any more. */
  obstacle: Extract<MailReason, 'disabled' | 'no_address'> | null;
}

// Much longer than a mail may take to be sent.
const claims = claimsOn({ table: 'mail', key: 'mail_idx', seconds: 300 });

// One whose claim has run out is not due: it may have left.
const isDue = sql`state = 'waiting' and claim is null and next_at <= now()`;

/** Whether any mail is to be sent now, and whether any was lost with its process. */
export async function findWork(ctx: Context): Promise<{ isDue: boolean; isLost: boolean }> {
  const { rows } = await sql<{ isDue: boolean; isLost: boolean }>`
    select exists (select from mail where ${isDue}) as "isDue",
      exists (select from mail where ${hasRunOut}) as "isLost"`.execute(ctx.db);
  return rows[0] ?? { isDue: false, isLost: false };
}

/** Claims the mail that has been due for longest. An account's mail goes to the address that the account has now. */
export async function claimMail(ctx: Context, claim: string): Promise<ClaimedMail | undefined> {
  const [mailIdx] = await claims.take(ctx, claim, { where: isDue, order: sql`next_at, mail_idx`, limit: 1 });
  if (mailIdx === undefined) return undefined;
  const { rows } = await sql<ClaimedMail>`
    update mail set tries = tries + 1, address = coalesce(
      (select m.address from staff_mail m where m.staff_idx = mail.staff_idx and m.address <> ''), address)
    where mail_idx = ${mailIdx}
    returning mail_idx as "mailIdx", kind, staff_idx as "staffIdx", address, locale, subject, content,
      message_id as "messageId", tries, case
        when staff_idx is null then null
        when (select disabled_at from staff s where s.staff_idx = mail.staff_idx) is not null then 'disabled'
        when not exists (select from staff_mail m where m.staff_idx = mail.staff_idx and m.address <> '')
          then 'no_address'
      end as obstacle`.execute(ctx.db);
  return rows[0];
}

/** What became of a mail. */
export interface Noted {
  state: MailState;
  reason: MailReason | null;
  /** What the server said. */
  answer: string | null;
  /** Seconds to the next try, if there is one. */
  next: number | null;
}

/** Notes what became of a mail, if this process still has the claim on it. */
export async function noteMail(
  ctx: Context,
  { mailIdx, claim }: { mailIdx: number; claim: string },
  { state, reason, answer, next }: Noted,
): Promise<void> {
  if (!(await claims.end(ctx, claim, mailIdx))) return;
  await ctx.db
    .updateTable('mail')
    .set({
      state,
      reason,
      answer,
      next_at: next === null ? null : sql<string>`now() + make_interval(secs => ${next})`,
      ...(state === 'sent' && { sent_at: ctx.now.toISOString() }),
    })
    .where('mail_idx', '=', mailIdx)
    .execute();
}

/** Mails whose process died while it sent them. Nobody knows whether they left, so they are not sent again. */
export async function giveUpLost(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ mail_idx: number }>`
    update mail set state = 'unsure', reason = 'broken', claim = null, claimed_until = null, next_at = null
    where ${hasRunOut} returning mail_idx`.execute(ctx.db);
  return rows.map(({ mail_idx }) => mail_idx);
}
