import { sql } from 'kysely';
import type { MailRecipient, NewMail } from '#kernel/desk/mails.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import { type MailState, retentionDays } from './mail.rules.ts';

/** Where a mail goes. */
export interface Target {
  staffIdx: number | null;
  address: string;
  locale: Locale;
}

/** Where a mail to these goes: to accounts that can log in, have an address and want this kind; and to addresses. */
export async function findTargets(ctx: Context, { kind, to }: Omit<NewMail, 'write'>): Promise<Target[]> {
  const accounts = to.flatMap((one) => ('staffIdx' in one ? [one.staffIdx] : []));
  const others = to.flatMap((one): Target[] => (isAddress(one) ? [{ staffIdx: null, ...one }] : []));
  if (accounts.length === 0) return others;
  const isWanted = kind.choice
    ? sql`coalesce((m.choices->>${kind.kind})::boolean, ${kind.choice.initial}::boolean)`
    : sql`true`;
  const { rows } = await sql<Target>`
    select s.staff_idx as "staffIdx", m.address, m.locale from staff s join staff_mail m using (staff_idx)
    where s.staff_idx = any(${accounts}::integer[]) and s.disabled_at is null and m.address <> '' and ${isWanted}
    order by s.staff_idx`.execute(ctx.db);
  return [...rows, ...others];
}

const isAddress = (one: MailRecipient): one is Extract<MailRecipient, { address: string }> => 'address' in one;

/** Stores mails that wait to be sent. */
export async function insertMails(
  ctx: Context,
  mails: readonly (Target & { kind: string; subject: string; content: unknown })[],
): Promise<void> {
  const at = ctx.now.toISOString();
  const rows = mails.map(({ staffIdx, content, ...mail }) => ({
    ...mail,
    staff_idx: staffIdx,
    content: JSON.stringify(content),
    created_at: at,
    next_at: sql<string>`now()`,
  }));
  await ctx.db.insertInto('mail').values(rows).execute();
}

/** Locks a mail until the transaction ends. */
export const lockMail = (ctx: Context, mailIdx: number) =>
  ctx.db
    .selectFrom('mail')
    .select([
      'mail_idx',
      'kind',
      'subject',
      'address',
      sql<MailState>`state`.as('state'),
      sql<boolean>`content ? 'file'`.as('hasFile'),
    ])
    .where('mail_idx', '=', mailIdx)
    .forUpdate()
    .executeTakeFirst();

/** Puts a mail back to be sent: as another mail, so that no server takes it for the one it already has. */
export async function requeueMail(ctx: Context, mailIdx: number, address: string): Promise<void> {
  await ctx.db
    .updateTable('mail')
    .set({
      address,
      state: 'waiting',
      tries: 0,
      reason: null,
      answer: null,
      sent_at: null,
      next_at: sql`now()`,
      message_id: sql`gen_random_uuid()`,
    })
    .where('mail_idx', '=', mailIdx)
    .execute();
}

const prunedAtOnce = 10_000;

/** Deletes mails past the retention period; returns whether there may be more. */
export async function pruneMails(ctx: Context): Promise<boolean> {
  const until = new Date(ctx.now.getTime() - retentionDays * 86_400_000).toISOString();
  const { numAffectedRows } = await sql`
    delete from mail where mail_idx in (
      select mail_idx from mail where state <> 'waiting' and created_at < ${until} limit ${sql.lit(prunedAtOnce)})`.execute(
    ctx.db,
  );
  return Number(numAffectedRows) === prunedAtOnce;
}
