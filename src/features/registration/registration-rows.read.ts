import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { RegistrationStatus } from './registration.rules.ts';

/** A registration in a list. */
export interface RegistrationRow {
  reg_idx: number;
  learner_id: string;
  /** Stands for the learner ID in addresses. */
  ref: string;
  cid: string;
  collection: string;
  /** The access code; null if made by an event. */
  code: string | null;
  event_idx: number | null;
  event: string | null;
  cust_idx: number | null;
  customer: string | null;
  /** Seconds. */
  registered_at: number;
  /** Seconds, 0 means never. */
  expires_at: number;
  status: RegistrationStatus;
}

// A registration by access code is cancelled with its code `k`, and ends with it.
/** When registrations `r` with their codes `k` end: seconds, 0 means never. */
export const endOf = sql<number>`coalesce(k.expired_date, r.expires_at)`;

/** The status of registrations `r` with their codes `k`, at a time in seconds. */
export const statusAt = (now: number) => sql<RegistrationStatus>`
  case when k.is_canceled > 0 then 'canceled' when ${endOf} > 0 and ${endOf} <= ${now} then 'expired' else 'active' end`;

/** Registrations `r` with the access codes `k` they were made by. */
export const withCode = sql`registration r left join code k on k.code = r.code`;

/** The rows of the registrations that `page (reg_idx)` selects. */
export async function readRows(
  { db, now, refs }: Context,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<RegistrationRow[]> {
  const { rows } = await sql<Omit<RegistrationRow, 'ref'>>`
  select r.reg_idx, r.learner_id, c.cid, coalesce(t.title, c.cid) as collection, r.code, r.event_idx, e.name as event,
    u.cust_idx, u.name as customer, r.registered_at, ${endOf} as expires_at, ${statusAt(inSeconds(now))} as status
  from (${page}) page join ${withCode} using (reg_idx) join collection c on c.cidx = r.cidx
  left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
  left join event e on e.event_idx = r.event_idx
  left join code_batch b on b.cg_idx = k.cg_idx left join customer u on u.cust_idx = b.cust_idx
  order by ${order}`.execute(db);
  return rows.map((row) => ({ ...row, ref: refs.of(row.learner_id) }));
}

/** The newest registrations of all. */
export function latestRegistrations(ctx: Context, count: number): Promise<RegistrationRow[]> {
  const newest = sql`r.reg_idx desc`;
  return readRows(ctx, sql`select r.reg_idx from registration r order by ${newest} limit ${count}`, newest);
}
