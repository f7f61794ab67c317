import { type RawBuilder, sql } from 'kysely';
import { listPage, sortDirection } from '#kernel/db/list-page.ts';
import type { Page } from '#kernel/db/paging.ts';
import { secondsOf, secondsOrZero } from '#kernel/db/seconds.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import type { MailContent } from '#kernel/desk/mails.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { MailFilter, MailOrder, MailRow } from './mail.contract.ts';
import type { MailGroup, MailReason, MailState } from './mail.rules.ts';

const columns = [
  'mail_idx',
  secondsOf('created_at').as('at'),
  'address as to',
  'kind',
  'subject',
  sql<MailState>`state`.as('state'),
  'tries',
  sql<MailReason | null>`reason`.as('reason'),
  sql<number>`case state when 'waiting' then ${secondsOrZero('next_at')} else 0 end`.as('next_at'),
] as const;

const conditions: Conditions<MailFilter> = {
  search_val: (text) => every(textMatches(sql`strip(address || ' ' || subject)`, text)),
  state: (state) => (state === 'failed' ? sql`state in ('failed', 'unsure')` : sql`state = ${state}`),
  kind: (kind) => sql`kind = ${kind}`,
};

const filtered = (ctx: Context, filter: MailFilter) =>
  ctx.db.selectFrom('mail').where(every(conditionsOf(conditions, null, filter)));

const ranks = sql`case state when 'waiting' then 1 when 'sent' then 2 else 0 end`;

const orderOf = (order: MailOrder): RawBuilder<unknown> =>
  order.key === 'state' ? sql`${ranks} ${sortDirection(order)}` : sql`created_at ${sortDirection(order)}`;

/** One page of the outbox; what needs somebody first, then the newest. */
export const listMails = (
  ctx: Context,
  filter: MailFilter,
  { order, page }: PageRequest<MailOrder['key']>,
): Promise<Page<MailRow>> =>
  listPage(ctx.db, filtered(ctx, filter).select(columns).orderBy(orderOf(order)).orderBy('mail_idx', 'desc'), page);

/** How many mails match. */
export async function countMails(ctx: Context, filter: MailFilter): Promise<number> {
  const { count } = await filtered(ctx, filter)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many mails of each group of the list match, whichever group is chosen. */
export async function countGroups(ctx: Context, filter: MailFilter): Promise<Record<MailGroup, number>> {
  const { rows } = await sql<Record<MailGroup, number>>`
    select count(*) filter (where state in ('failed', 'unsure'))::integer as failed,
      count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state = 'sent')::integer as sent
    from (${filtered(ctx, { ...filter, state: undefined }).select('state')}) m`.execute(ctx.db);
  return rows[0] ?? { failed: 0, waiting: 0, sent: 0 };
}

/** A mail as its own screen shows it. */
export interface ShownMail extends MailRow {
  /** The ID of the account that gets it. */
  staff_id: string | null;
  locale: Locale;
  content: MailContent;
  /** What the server said last. */
  answer: string | null;
  sent_at: number;
}

export const findMail = (ctx: Context, mailIdx: number): Promise<ShownMail | undefined> =>
  ctx.db
    .selectFrom('mail')
    .select([
      ...columns,
      sql<string | null>`(select staff_id from staff s where s.staff_idx = mail.staff_idx)`.as('staff_id'),
      sql<Locale>`locale`.as('locale'),
      sql<MailContent>`content`.as('content'),
      'answer',
      secondsOrZero('sent_at').as('sent_at'),
    ])
    .where('mail_idx', '=', mailIdx)
    .executeTakeFirst();
