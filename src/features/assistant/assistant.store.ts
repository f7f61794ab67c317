import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { daySeconds, type ShortLived } from '#kernel/work/short-lived.ts';

/** Counts a use of a key in the current minute; returns how many there are in it, and the seconds that are left of it. */
export async function noteUse({ db, now }: Context, keyIdx: number): Promise<{ calls: number; left: number }> {
  const at = now.toISOString();
  const { rows } = await sql<{ calls: number }>`
    insert into assistant_use (key_idx, minute, calls) values (${keyIdx}, date_trunc('minute', ${at}::timestamptz), 1)
    on conflict on constraint assistant_use__key do update set calls = assistant_use.calls + 1 returning calls`.execute(
    db,
  );
  return { calls: rows[0]?.calls ?? 0, left: 60 - now.getUTCSeconds() };
}

/** How many tools a key used in the last day, and the most in a minute of it. */
export async function readUses({ db, now }: Context, keyIdx: number): Promise<{ calls: number; peak: number }> {
  const { rows } = await sql<{ calls: number; peak: number }>`
    select coalesce(sum(calls), 0)::integer as calls, coalesce(max(calls), 0)::integer as peak from assistant_use
    where key_idx = ${keyIdx} and minute > ${now.toISOString()}::timestamptz - interval '1 day'`.execute(db);
  return rows[0] ?? { calls: 0, peak: 0 };
}

/** Counts of past days go: the limit is of a minute. A key has at most one row for each minute of a day. */
export const shortLivedUses: ShortLived = {
  table: 'assistant_use',
  at: 'minute',
  lifetime: daySeconds,
  index: null,
};
