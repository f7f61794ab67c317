import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { daySeconds, type ShortLived } from '#kernel/work/short-lived.ts';
import { mostTries, type TryReason, tryDays } from './try.rules.ts';

/** A redemption that was refused, as it is stored. */
export interface StoredTry {
  learner_id: string;
  code: string | null;
  reason: TryReason;
  /** A time in seconds or a number of places, if the reason tells one. */
  detail: number;
  by_kind: 'staff' | 'key' | 'partner';
  by_name: string;
  at: number;
  times: number;
}

/** Keeps a try, once a day for the same one, as long as neither its learner nor its caller has filled the day. */
export async function insertTry(
  { db, now }: Context,
  one: Omit<StoredTry, 'at' | 'times'> & { code_hash: Buffer },
): Promise<boolean> {
  const at = inSeconds(now);
  const day = Math.floor(at / daySeconds);
  const isRoom = (of: RawBuilder<unknown>, most: number) => sql`
    (select count(*) from (select from refused_try t where ${of} and t.day = ${day} limit ${most}) counted) < ${most}`;
  const { learner_id: learner, by_kind: kind, by_name: name } = one;
  const { numAffectedRows = 0n } = await sql`
    insert into refused_try as had (learner_id, code, code_hash, reason, detail, by_kind, by_name, day, at)
    select ${learner}, ${one.code}, ${one.code_hash}, ${one.reason}, ${one.detail}::bigint, ${kind}, ${name}, ${day}, ${at}
    where ${isRoom(sql`t.learner_id = ${learner}`, mostTries.learner)}
      and ${isRoom(sql`t.by_kind = ${kind} and t.by_name = ${name}`, mostTries.caller)}
    on conflict on constraint refused_try__same_key do update
      set times = had.times + 1, at = excluded.at, detail = excluded.detail, code = excluded.code`.execute(db);
  return numAffectedRows > 0n;
}

const columns = sql`t.learner_id, t.code, t.reason, t.detail, t.by_kind, t.by_name, t.at, t.times`;

/** Whose tries, of which code by its hash, or both. */
export interface TryFilter {
  learner_id?: string | undefined;
  code_hash?: Buffer | undefined;
}

/** Refused tries, the newest first. */
export async function selectTries(
  { db }: Context,
  { learner_id, code_hash }: TryFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<StoredTry[]> {
  const { rows } = await sql<StoredTry>`
    select ${columns} from refused_try t
    where ${learner_id === undefined ? sql`true` : sql`t.learner_id = ${learner_id}`}
      and ${code_hash === undefined ? sql`true` : sql`t.code_hash = ${code_hash}`}
    order by t.at desc, t.try_idx desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Why a code was refused and how often, the most frequent first, each with the newest detail. */
export async function sumTries(
  { db }: Context,
  code_hash: Buffer,
): Promise<{ reason: TryReason; detail: number; times: number }[]> {
  const { rows } = await sql<{ reason: TryReason; detail: number; times: number }>`
    select reason, (array_agg(detail order by at desc))[1] as detail, sum(times)::integer as times from refused_try
    where code_hash = ${code_hash} group by reason order by times desc, reason`.execute(db);
  return rows;
}

/** Tries go past their time, whether or not the same was tried again on another day. */
export const shortLivedTries: ShortLived = {
  table: 'refused_try',
  at: 'at',
  numeric: true,
  lifetime: tryDays * daySeconds,
  index: 'refused_try__at_idx',
};
