import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { daySeconds, type ShortLived } from '#kernel/work/short-lived.ts';

// For how long it is known what a key called. Days.
const shownDays = 30;

/** Uses of a call by a key, to be added to those of today. */
export interface Use {
  keyIdx: number;
  /** Such as `GET /portal/v1/books/{bid}`. */
  call: string;
  calls: number;
  /** The deprecated fields that it sent or was answered. */
  deprecated: ReadonlySet<string>;
}

/** Adds uses to those of today, in an order that is the same for all instances. */
export async function addUses(ctx: Context, uses: readonly Use[]): Promise<void> {
  const ordered = uses.toSorted((one, other) => one.keyIdx - other.keyIdx || (one.call < other.call ? -1 : 1));
  await sql`
    insert into key_use as u (key_idx, day, call, calls, deprecated)
    select key_idx, ${today(ctx)}::date, call, calls, string_to_array(deprecated, ' ')
    from unnest(
      ${ordered.map(({ keyIdx }) => keyIdx)}::integer[], ${ordered.map(({ call }) => call)}::text[],
      ${ordered.map(({ calls }) => calls)}::integer[], ${ordered.map(({ deprecated }) => [...deprecated].join(' '))}::text[]
    ) given (key_idx, call, calls, deprecated)
    on conflict on constraint key_use__key do update set
      calls = u.calls + excluded.calls,
      deprecated = array(select distinct unnest(u.deprecated || excluded.deprecated) order by 1)`.execute(ctx.db);
}

/** A call of a key in the last 30 days. */
export interface ListedUse {
  call: string;
  calls: number;
  /** `YYYY-MM-DD` */
  last_on: string;
  deprecated: string[];
}

/** What a key called in the last 30 days: first what used something deprecated, then by how often. */
export async function listUses(ctx: Context, keyIdx: number): Promise<ListedUse[]> {
  const { rows } = await sql<ListedUse>`
    select call, sum(calls)::float8 as calls, to_char(max(day), 'YYYY-MM-DD') as last_on,
      array(
        select distinct field from key_use d, unnest(d.deprecated) field
        where d.key_idx = ${keyIdx} and d.call = u.call and d.day > ${today(ctx)}::date - ${shownDays}::integer order by 1
      ) as deprecated
    from key_use u where key_idx = ${keyIdx} and day > ${today(ctx)}::date - ${shownDays}::integer
    group by call order by bool_or(deprecated <> '{}') desc, calls desc, call`.execute(ctx.db);
  return rows;
}

/** A key makes a few calls, so there are few rows. */
export const shortLivedUses: ShortLived = {
  table: 'key_use',
  at: 'day',
  lifetime: shownDays * daySeconds,
  index: null,
};
