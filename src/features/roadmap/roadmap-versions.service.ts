import { type RawBuilder, sql } from 'kysely';
import { differences } from '#kernel/records/version-changes.rules.ts';
import { stateThen } from '#kernel/records/version-then.ts';
import { saveVersion, type Versioned } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Rows } from './roadmap.rules.ts';

/** A roadmap as the owner of its versions, which tell what readers saw: its rows by number. */
const versionsOf = (grpIdx: number): Versioned<{ rows: Record<string, string[]> }> => ({
  entity: 'roadmap',
  id: grpIdx,
  grown: () => sql`select json_build_object('rows', coalesce(json_object_agg(row_no, bids), '{}')) from (
    select r.row_no, json_agg(b.bid order by r.place) as bids from roadmap_book r join book b using (bidx)
    where r.grp_idx = ${grpIdx} group by r.row_no) one`,
});

/** Makes a version of a roadmap, which must be locked, from its rows before and after a change. */
export async function saveRoadmapVersion(ctx: Context, grpIdx: number, before: Rows, after: Rows): Promise<void> {
  const byNumber = (rows: Rows) => ({ rows: Object.fromEntries(rows.map((bids, row) => [row, [...bids]])) });
  await saveVersion(ctx, versionsOf(grpIdx), {}, { grown: differences(byNumber(before), byNumber(after)) });
}

/**
 * A table with the books of a roadmap at a moment in seconds, for a `with` before a statement that reads it; undefined
 * before anything is known.
 */
export async function roadmapThen(
  ctx: Context,
  grpIdx: number,
  moment: number,
): Promise<RawBuilder<unknown> | undefined> {
  const then = await stateThen(ctx, versionsOf(grpIdx), moment);
  if (!then) return undefined;
  const books = Object.entries(then.state.rows).flatMap(([row, bids]) =>
    bids.map((bid, place) => ({ bid, row_no: Number(row), place })),
  );
  return sql`roadmap_book as (
    select ${grpIdx}::integer as grp_idx, b.bidx, was.row_no, was.place
    from jsonb_to_recordset(${JSON.stringify(books)}::jsonb) was (bid text, row_no integer, place integer)
    join book b using (bid))`;
}
