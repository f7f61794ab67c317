import { sql } from 'kysely';
import type { Move } from '#features/registration/move.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { MoveDone } from './move.contract.ts';

/** How many registrations learners have, and since when, by ID. */
export async function countShown(
  { db }: Context,
  learners: readonly string[],
): Promise<(learner: string) => { count: number; since: number }> {
  const { rows } = await sql<{ learner_id: string; count: number; since: number }>`
    select learner_id, count(*) as count, min(registered_at) as since from registration
    where learner_id = any(${learners}::text[]) and shown_in is null group by 1`.execute(db);
  return (learner) => rows.find(({ learner_id }) => learner_id === learner) ?? { count: 0, since: 0 };
}

// As many as a dialog shows.
const named = 50;

type Ends = { ends: number }[];

const longest = (rows: Ends): number | null =>
  rows.length === 0 ? null : rows.some(({ ends }) => ends === 0) ? 0 : Math.max(...rows.map(({ ends }) => ends));

/** What each learner has of the collections that move, and what is left of both. */
export async function describeCollections({ db }: Context, move: Move): Promise<MoveDone['collections']> {
  const shown = move.rows.filter(({ shown_in }) => shown_in === null);
  const byCollection = Map.groupBy(shown, ({ cidx }) => cidx);
  const moving = [...byCollection].filter(([, rows]) => rows.some(({ reg_idx }) => move.moving.has(reg_idx)));
  const some = moving.slice(0, named);
  const { rows: titles } = await sql<{ cidx: number; cid: string; collection: string }>`
    select c.cidx, c.cid, coalesce(t.title, c.cid) as collection from collection c
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where c.cidx = any(${some.map(([cidx]) => cidx)}::integer[])`.execute(db);
  const kept = new Set(move.placed.filter(({ is }) => is.shown_in !== null).map(({ row }) => row.cidx));
  return some.flatMap(([cidx, rows]) => {
    const title = titles.find((one) => one.cidx === cidx);
    const moved = rows.filter(({ reg_idx }) => move.moving.has(reg_idx));
    const both = kept.has(cidx);
    const there = rows.filter(({ reg_idx, active }) => !move.moving.has(reg_idx) && active && both);
    const ends = { from_until: longest(moved), to_until: longest(there), until: longest([...moved, ...there]) };
    return title ? [{ cid: title.cid, collection: title.collection, ...ends, both }] : [];
  });
}
