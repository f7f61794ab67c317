import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import { longList } from '../work/long-list.ts';

/** The records an act on a list applies to: those with these ids, or all that match a filter except some. */
export type Selection<Filter> = { ids: string[] } | { filter: Filter; except: string[] };

// The maximum number of ids; a larger selection uses a filter.
const namedLimit = 10_000;

/** A selection in a call. The filter must be strict: unknown input must not select everything. */
export const selectionOf = <Filter extends z.ZodType>(id: z.ZodType<string, string>, filter: Filter) =>
  z.union([
    z.strictObject({ ids: longList(id, { min: 1, max: namedLimit }) }),
    z.strictObject({ filter, except: longList(id, { max: namedLimit }).prefault([]) }),
  ]);

/** Up to this many records are processed while the caller waits; more become a job, see `jobs/bulk-work.ts`. */
export const shortWork = 5000;

/** Records that can be selected. */
export interface Selectable<Filter> {
  /** Their table: `book b`. */
  from: RawBuilder<unknown>;
  /** Their integer key, and the id that callers use. */
  key: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  matches: (filter: Filter) => RawBuilder<boolean>;
}

/** The SQL condition of a selection. */
export function isSelected<Filter>({ id, matches }: Selectable<Filter>, selection: Selection<Filter>) {
  if ('ids' in selection) return sql<boolean>`${id} = any(${selection.ids}::text[])`;
  return sql<boolean>`${matches(selection.filter)} and not ${id} = any(${selection.except}::text[])`;
}

/** How many records are selected, and for how many of them `would` holds: shown before the act. */
export async function countSelected<Filter>(
  db: Database,
  of: Selectable<Filter>,
  selection: Selection<Filter>,
  would: RawBuilder<boolean>,
): Promise<{ count: number; changed: number }> {
  const { rows } = await sql<{ count: number; changed: number }>`
    select count(*) as count, count(*) filter (where ${would}) as changed
    from ${of.from} where ${isSelected(of, selection)}`.execute(db);
  return rows[0] ?? { count: 0, changed: 0 };
}

/** The keys of the selected records in order, in batches the size of one statement. */
export async function batchesOf<Filter>(
  db: Database,
  of: Selectable<Filter>,
  selection: Selection<Filter>,
): Promise<number[][]> {
  const { rows } = await sql<{ keys: number[] }>`
    select array_agg(key order by key) as keys
    from (select ${of.key} as key, (row_number() over (order by ${of.key}) - 1) / ${sql.lit(shortWork)} as batch
          from ${of.from} where ${isSelected(of, selection)}) selected
    group by batch order by batch`.execute(db);
  return rows.map(({ keys }) => keys);
}

/**
 * Applies an act to all selected records, a limited number per statement. The records are determined at the start, so
 * that the act cannot change the selection. `write` gets keys in order and returns how many it changed; this returns
 * the total.
 */
export async function writeSelected<Filter>(
  db: Database,
  of: Selectable<Filter>,
  selection: Selection<Filter>,
  { write, progress }: { write: (keys: readonly number[]) => Promise<number>; progress?: Pick<JobProgress, 'report'> },
): Promise<number> {
  const batches = await batchesOf(db, of, selection);
  const total = batches.reduce((sum, keys) => sum + keys.length, 0);
  let changed = 0;
  let done = 0;
  for (const keys of batches) {
    progress?.report(done, total);
    changed += await write(keys);
    done += keys.length;
  }
  progress?.report(done, total);
  return changed;
}
