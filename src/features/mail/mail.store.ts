import { sql } from 'kysely';
import type { MailContent, MailRecipient, NewMail } from '#kernel/desk/mails.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import { daySeconds, type ShortLived } from '#kernel/work/short-lived.ts';
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
      sql<MailContent['file'] | null>`content -> 'file'`.as('file'),
    ])
    .where('mail_idx', '=', mailIdx)
    .forUpdate()
    .executeTakeFirst();

/** Back to be sent: as another mail, so that no server takes it for the one it already has. */
const requeued = () => ({
  state: 'waiting',
  tries: 0,
  reason: null,
  answer: null,
  sent_at: null,
  next_at: sql<string>`now()`,
  message_id: sql<string>`gen_random_uuid()`,
});

/** Puts a mail back to be sent to an address. */
export async function requeueMail(ctx: Context, mailIdx: number, address: string): Promise<void> {
  await ctx.db
    .updateTable('mail')
    .set({ address, ...requeued() })
    .where('mail_idx', '=', mailIdx)
    .execute();
}

/** Puts back what failed, the oldest first, at most so many; whoever does the same at once finds those left. */
export const requeueFailed = (ctx: Context, most: number): Promise<{ mail_idx: number; address: string }[]> =>
  ctx.db
    .updateTable('mail')
    .set(requeued())
    .where('mail_idx', 'in', (row) =>
      row
        .selectFrom('mail')
        .select('mail_idx')
        .where('state', '=', 'failed')
        .orderBy('mail_idx')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['mail_idx', 'address'])
    .execute();

/** How many failed for sure. */
export async function countFailed(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('mail')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}

/** Mails go a month after they were made, unless they wait. */
export const shortLivedMails: ShortLived = {
  table: 'mail',
  at: 'created_at',
  lifetime: retentionDays * daySeconds,
  only: sql`t.state <> 'waiting'`,
  index: 'mail__created_idx',
};
