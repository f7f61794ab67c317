import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '../db/seconds.ts';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';

/** A value that something scheduled will give a field of a record. */
export interface ComingValue {
  /** What is scheduled: its record's entity, its number, and its name if it has one. */
  source: string;
  set: number;
  title: string | null;
  /** Seconds. */
  apply_at: number;
  kind: string;
  id: string;
  name: string;
  value: Json;
  reason: string | null;
  by: string | null;
}

/** Records of one kind of change, by the ids that calls name. */
export interface RecordsOfKind {
  kind: string;
  ids: readonly string[];
}

/** What is read: up to a time in seconds, or only what comes before a set of that time. */
interface Until {
  apply_at: number;
  before?: { source: string; set: number };
}

/**
 * Reads what is scheduled in one feature for some records: rows `set, title, apply_at, kind, id, name, value, reason, by`,
 * where `apply_at` is a timestamp.
 */
export type ComingQuery = (of: readonly RecordsOfKind[]) => RawBuilder<unknown>;

/**
 * What all features have scheduled for some records, in the order in which it is applied: by time, then by feature, then
 * by number.
 */
export async function listComingValues(
  ctx: Context,
  sources: ReadonlyMap<string, ComingQuery>,
  of: readonly RecordsOfKind[],
  { apply_at: until, before }: Until,
): Promise<ComingValue[]> {
  if (of.length === 0) return [];
  const parts = [...sources].map(
    ([source, query], nth) => sql`select ${source}::text as source, ${nth}::integer as nth, c.* from (${query(of)}) c`,
  );
  const position = before && [...sources.keys()].indexOf(before.source);
  const isMeant = before
    ? sql`(apply_at, nth, set) < (to_timestamp(${until}), ${position}::integer, ${before.set}::integer)`
    : sql`apply_at <= to_timestamp(${until})`;
  const { rows } = await sql<ComingValue>`
    select source, set, title, ${secondsOf('coming.apply_at')} as apply_at, kind, id, name, value, reason, by
    from (${sql.join(parts, sql` union all `)}) coming where ${isMeant}
    order by coming.apply_at, nth, set`.execute(ctx.db);
  return rows;
}

/** The records that changes set, by kind. */
export const recordsIn = (changes: readonly { kind: string; id: string }[]): RecordsOfKind[] =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    ids: [...new Set(some.map(({ id }) => id))],
  }));

/** A key for a field of a record. */
export const fieldKey = ({ kind, id, name }: { kind: string; id: string; name: string }): string =>
  JSON.stringify([kind, id, name]);
