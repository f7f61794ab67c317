import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StoredMailing } from './mailing.contract.ts';
import { mailingEntity, type MailingSource } from './mailing.rules.ts';
import { type MailingColumns, mailingFields } from './mailing-fields.rules.ts';

const names = namesOf(mailingFields);

const columns = sql`
  mailing_idx, ${sql.join(names.map((name) => sql.ref(name)))}, (
    select c.name from customer c where c.cust_idx = mailing.cust_idx
  ) as customer, case when active then ${secondsOrZero('next_at')} else 0 end as next_at, ${secondsOrZero('sent_at')} as sent_at,
  created_by, version`;

/** All of them, by name. */
export async function listMailings({ db }: Context): Promise<StoredMailing[]> {
  const { rows } = await sql<StoredMailing>`
    select ${columns} from mailing order by strip(name), mailing_idx limit 1000`.execute(db);
  return rows;
}

export const findMailing = async ({ db }: Context, id: number): Promise<StoredMailing | undefined> =>
  (await sql<StoredMailing>`select ${columns} from mailing where mailing_idx = ${id}`.execute(db)).rows[0];

/** Locks a mailing until the transaction ends. */
export const lockMailing = async ({ db }: Context, id: number): Promise<StoredMailing | undefined> =>
  (await sql<StoredMailing>`select ${columns} from mailing where mailing_idx = ${id} for update`.execute(db)).rows[0];

export async function insertMailing(ctx: Context, values: MailingColumns): Promise<number> {
  const now = ctx.now.toISOString();
  const by = actorName(ctx.actor);
  const { mailing_idx } = await ctx.db
    .insertInto('mailing')
    .values({ ...values, created_by: by, created_at: now, updated_at: now, updated_by: by, next_at: now })
    .returning('mailing_idx')
    .executeTakeFirstOrThrow();
  await setNext(ctx, mailing_idx);
  return mailing_idx;
}

export async function updateMailing(ctx: Context, id: number, values: Partial<MailingColumns>): Promise<void> {
  await ctx.db
    .updateTable('mailing')
    .set({ ...values, updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('mailing_idx', '=', id)
    .execute();
}

/** The days of a mailing around now, with their moments in the office's time zone. */
const momentsOf = ({ now, timeZone }: Context, from: number, to: number): RawBuilder<unknown> => sql`
  select d.day::date as day, (d.day + make_interval(hours => mailing.hour)) at time zone ${timeZone} as at
  from (select (${now.toISOString()}::timestamptz at time zone ${timeZone})::date as today) t,
    generate_series(t.today::timestamp + ${from} * interval '1 day', t.today::timestamp + ${to} * interval '1 day', '1 day') d (day)
  where case mailing.rhythm when 'week' then extract(isodow from d.day) = mailing.day
    else extract(day from d.day) = least(mailing.day, extract(day from date_trunc('month', d.day) + interval '1 month - 1 day')) end`;

/** Sets when the next one is due: its first moment after now, whatever was missed. */
export async function setNext(ctx: Context, id: number): Promise<void> {
  await sql`
    update mailing set next_at = (
      select min(m.at) from (${momentsOf(ctx, -1, 32)}) m where m.at > ${ctx.now.toISOString()}::timestamptz)
    where mailing_idx = ${id}`.execute(ctx.db);
}

/** What is mailed, and for which of its days. */
export interface DueMailing extends MailingColumns {
  mailing_idx: number;
  source: MailingSource;
  day_due: string;
  cust_id: string | null;
  customer: string | null;
}

const dueColumns = (dayDue: RawBuilder<unknown>) => sql`
  mailing.mailing_idx, ${sql.join(names.map((name) => sql.ref(`mailing.${name}`)))}, ${dayDue} as day_due, c.cust_id,
  c.name as customer
  from mailing left join customer c using (cust_idx)`;

/** Claims the one that has been due for longest, for the last of its moments that came: others that were missed are not made up for. */
export async function claimDue(ctx: Context): Promise<DueMailing | undefined> {
  const now = ctx.now.toISOString();
  const last = sql`(select max(m.day)::text from (${momentsOf(ctx, -32, 0)}) m where m.at <= ${now}::timestamptz)`;
  const { rows } = await sql<DueMailing>`
    select ${dueColumns(last)} where mailing.active and mailing.next_at <= ${now}::timestamptz
    order by mailing.next_at, mailing.mailing_idx limit 1 for update of mailing skip locked`.execute(ctx.db);
  return rows[0];
}

/** What is mailed on a day that it is not due. */
export async function findForDay(ctx: Context, id: number, day: string): Promise<DueMailing | undefined> {
  const { rows } = await sql<DueMailing>`
    select ${dueColumns(sql`${day}::text`)} where mailing.mailing_idx = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Notes that its mails were made with this filter: what it keeps if the view that it follows is deleted. */
export const noteSent = (ctx: Context, id: number, filter: string) =>
  ctx.db.updateTable('mailing').set({ sent_at: ctx.now.toISOString(), filter }).where('mailing_idx', '=', id).execute();

/** Deletes a mailing as part of an act that can be undone. */
export const deleteMailing = (db: Database, act: number, id: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`mailing_idx = ${id}`);

/** Inserts the mailing that an act deleted. What was due meanwhile is not sent. */
export async function insertDeletedMailing(ctx: Context, act: number, id: number): Promise<void> {
  await insertDeleted(ctx.db, act, restorable);
  await setNext(ctx, id);
}

const restorable: RestorableTable = {
  entity: mailingEntity,
  table: 'mailing',
  key: 'mailing_idx',
  columns: [
    'mailing_idx',
    ...names,
    'next_at',
    'sent_at',
    'created_by',
    'created_at',
    'updated_at',
    'updated_by',
    'version',
  ],
  audited: sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    names.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`),
  )}))`,
};
