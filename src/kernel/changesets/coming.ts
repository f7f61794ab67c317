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

/** Something scheduled as a whole. */
export type ComingSet = Pick<ComingValue, 'source' | 'set' | 'title' | 'apply_at'>;

/** Something scheduled, where it sets the same field as something else. */
export type Rival = ComingSet & Pick<ComingValue, 'value'>;

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
 * Reads what is scheduled in one feature for some records, a relation with rows `kind, id`: rows `set, title, apply_at, kind,
 * id, name, value, reason, by, anyway, known`. `apply_at` is a timestamp; `known` are the values that the field may have
 * before it, which nobody needs to decide about.
 */
export type ComingQuery = (of: RawBuilder<unknown>) => RawBuilder<unknown>;

/** What each feature has scheduled, by its source, in the order in which sets of one time are applied. */
export type ComingQueries = ReadonlyMap<string, ComingQuery>;

/** A set as it would be scheduled, in place of what is stored of it: a row as {@link ComingQuery} reads them. */
export interface SupposedSet {
  source: string;
  set: number;
  row: RawBuilder<unknown>;
}

const allOf = (sources: ComingQueries, of: RawBuilder<unknown>, supposed?: SupposedSet) =>
  sql.join(
    [...sources].map(([source, query], nth) => {
      const isSupposed = supposed?.source === source;
      const all = isSupposed
        ? sql`select * from (${query(of)}) c where set <> ${supposed.set}::integer union all ${supposed.row}`
        : query(of);
      return sql`select ${source}::text as source, ${nth}::integer as nth, c.* from (${all}) c`;
    }),
    sql` union all `,
  );

/**
 * What all features have scheduled for some records, in the order in which it is applied: by time, then by feature, then
 * by number.
 */
export async function listComingValues(
  ctx: Context,
  sources: ComingQueries,
  of: readonly RecordsOfKind[],
  { apply_at: until, before }: Until,
): Promise<ComingValue[]> {
  if (of.length === 0) return [];
  const records = of.flatMap(({ kind, ids }) => ids.map((id) => ({ kind, id })));
  const wanted = sql`(
    select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given (kind text, id text))`;
  const position = before && [...sources.keys()].indexOf(before.source);
  const isMeant = before
    ? sql`(apply_at, nth, set) < (to_timestamp(${until}), ${position}::integer, ${before.set}::integer)`
    : sql`apply_at <= to_timestamp(${until})`;
  const { rows } = await sql<ComingValue>`
    select source, set, title, ${secondsOf('coming.apply_at')} as apply_at, kind, id, name, value, reason, by
    from (${allOf(sources, wanted)}) coming where ${isMeant}
    order by coming.apply_at, nth, set`.execute(ctx.db);
  return rows;
}

/**
 * What is scheduled for some records, each value beside those that are set to its field just before and after it: rows
 * `source, set, kind, id, name, earlier, clashes, later, later_clashes`. `earlier` and `later` are `{source, set, title,
 * apply_at, value}`, or null. A value clashes if it is another than the one before it, was not made for that, and nobody has
 * decided.
 */
export const comingInOrder = (
  sources: ComingQueries,
  of: RawBuilder<unknown>,
  supposed?: SupposedSet,
): RawBuilder<unknown> => sql`(
  select source, set, kind, id, name, earlier, clashes,
    lead(one) over field as later, coalesce(lead(clashes) over field, false) as later_clashes
  from (
    select *, not anyway and earlier is not null and earlier -> 'value' <> all (known)
        and earlier -> 'value' is distinct from value as clashes
    from (
      select *, lag(one) over (partition by kind, id, name order by apply_at, nth, set) as earlier
      from (
        select *, jsonb_build_object('source', source, 'set', set, 'title', title,
          'apply_at', ${secondsOf('coming.apply_at')}, 'value', value) as one
        from (${allOf(sources, of, supposed)}) coming) named) known
  ) judged
  window field as (partition by kind, id, name order by apply_at, nth, set))`;

/** The records that changes set, by kind. */
export const recordsIn = (changes: readonly { kind: string; id: string }[]): RecordsOfKind[] =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    ids: [...new Set(some.map(({ id }) => id))],
  }));

/** A key for a field of a record. */
export const fieldKey = ({ kind, id, name }: { kind: string; id: string; name: string }): string =>
  JSON.stringify([kind, id, name]);
