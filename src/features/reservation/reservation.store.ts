import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Status, Target } from './reservation.rules.ts';

/** A stored reservation. Times in seconds. */
export interface ReservationRow {
  res_idx: number;
  cid: string;
  cidx: number | null;
  target: Target;
  locale: Locale | null;
  /** The path of the field in the versions of the collection. */
  field: string[];
  /** A text, rows of prices, or the number of an image. */
  value: Json;
  has_image: boolean;
  apply_at: number;
  zone: string;
  based_on: number;
  anyway: boolean;
  follows: number | null;
  /** The value that a release sets before it, alone in a list, if somebody decided to start from it. */
  foreseen: [Json] | null;
  status: Status;
  problem: FieldProblem | null;
  applied_version: number | null;
  ended_at: number | null;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  version: number;
}

/** The columns of reservations `r`. */
export const columns: RawBuilder<unknown> = sql`
  r.res_idx, r.cid, r.cidx, r.target, r.locale, r.field, r.value, r.has_image, ${secondsOf('r.apply_at')} as apply_at, r.zone,
  r.based_on, r.anyway, r.follows, r.foreseen, r.status, r.problem, r.applied_version, ${secondsOf('r.ended_at')} as ended_at,
  ${secondsOf('r.created_at')} as created_at, r.created_by, ${secondsOf('r.updated_at')} as updated_at, r.updated_by, r.version`;

export async function findReservation(db: Database, resIdx: number): Promise<ReservationRow | undefined> {
  const { rows } = await sql<ReservationRow>`
    select ${columns} from reservation r where r.res_idx = ${resIdx}`.execute(db);
  return rows[0];
}

/** Locks a reservation until the transaction ends. */
export async function lockReservation(db: Database, resIdx: number): Promise<ReservationRow | undefined> {
  const { rows } = await sql<ReservationRow>`
    select ${columns} from reservation r where r.res_idx = ${resIdx} for update`.execute(db);
  return rows[0];
}

type Written = Pick<
  ReservationRow,
  | 'locale'
  | 'value'
  | 'has_image'
  | 'apply_at'
  | 'zone'
  | 'based_on'
  | 'anyway'
  | 'follows'
  | 'foreseen'
  | 'status'
  | 'problem'
  | 'applied_version'
  | 'ended_at'
>;

const timeOf = (at: number) => new Date(at * 1000).toISOString();

/** Values in the form of the columns. */
function stored({ value, foreseen, apply_at, ended_at, problem, ...plain }: Partial<Written>) {
  return {
    ...plain,
    ...(value !== undefined && { value: JSON.stringify(value) }),
    ...(foreseen !== undefined && { foreseen: foreseen === null ? null : JSON.stringify(foreseen) }),
    ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
    ...(apply_at !== undefined && { apply_at: timeOf(apply_at) }),
    ...(ended_at !== undefined && { ended_at: ended_at === null ? null : timeOf(ended_at) }),
  };
}

type Added = Pick<
  ReservationRow,
  'cid' | 'target' | 'locale' | 'value' | 'has_image' | 'apply_at' | 'zone' | 'based_on'
>;

export async function insertReservation(
  ctx: Context,
  { cid, cidx, target, value, apply_at, ...others }: Added & { cidx: number },
): Promise<number> {
  const at = ctx.now.toISOString();
  const by = actorName(ctx.actor);
  const { res_idx } = await ctx.db
    .insertInto('reservation')
    .values({
      cid,
      cidx,
      target,
      value: JSON.stringify(value),
      apply_at: timeOf(apply_at),
      ...others,
      created_at: at,
      created_by: by,
      updated_at: at,
      updated_by: by,
    })
    .returning('res_idx')
    .executeTakeFirstOrThrow();
  return res_idx;
}

/** Writes these columns, and the version and time of the change. */
export async function updateReservation(ctx: Context, resIdx: number, values: Partial<Written>): Promise<void> {
  await ctx.db
    .updateTable('reservation')
    .set((eb) => ({
      ...stored(values),
      updated_at: ctx.now.toISOString(),
      updated_by: actorName(ctx.actor),
      version: eb('version', '+', 1),
    }))
    .where('res_idx', '=', resIdx)
    .execute();
}

// More of one collection than a form can show.
const shownWaiting = 100;

/** The next reservations of a collection that wait. */
export async function listWaiting(db: Database, cid: string) {
  const { rows } = await sql<
    Pick<ReservationRow, 'res_idx' | 'target' | 'locale' | 'apply_at' | 'zone' | 'anyway' | 'follows'>
  >`
    select r.res_idx, r.target, r.locale, ${secondsOf('r.apply_at')} as apply_at, r.zone, r.anyway, r.follows
    from reservation r where r.cid = ${cid} and r.status = 'scheduled' order by r.apply_at, r.res_idx
    limit ${sql.lit(shownWaiting)}`.execute(db);
  return rows;
}

/** Whether a reservation that is not cancelled has this value. */
export async function isReserved(
  db: Database,
  { cid, target, value }: Pick<ReservationRow, 'cid' | 'target' | 'value'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from reservation where cid = ${cid} and target = ${target} and value = ${JSON.stringify(value)}::jsonb
      and status <> 'cancelled' limit 1`.execute(db);
  return rows.length > 0;
}

/** Images uploaded with reservations that were cancelled before a time and that no other reservation uses. */
export async function listForgotten(db: Database, before: Date): Promise<number[]> {
  const { rows } = await sql<{ img_idx: number }>`
    select (r.value #>> '{}')::integer as img_idx from reservation r
    where r.status = 'cancelled' and r.has_image and r.ended_at < ${before.toISOString()}::timestamptz
      and not exists (
        select from reservation o where o.cid = r.cid and o.target = r.target and o.value = r.value and o.status <> 'cancelled')
      and exists (select from collection_image i where i.img_idx = (r.value #>> '{}')::integer)`.execute(db);
  return rows.map((row) => row.img_idx);
}
