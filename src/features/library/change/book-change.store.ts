import { type RawBuilder, sql } from 'kysely';
import { bookState } from '#features/book/book-act.public.ts';
import { referenceColumns } from '#features/book/book-fields.public.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { isSelected, type Selection } from '#kernel/records/selection.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import { selectableBooks } from '../find/book-selection.store.ts';
import { bookTitleJoins, currentTexts } from '../rows/staged-rows.store.ts';

/** One field of many books set to one value, in terms of book `b`. */
export interface FieldChange {
  /** The new values by column. */
  sets: Record<string, RawBuilder<unknown>>;
  /** How the changed fields then read, by their names in histories; cleared ones as ''. */
  after: Record<string, string>;
  /** Which of those fields differ in a book: text[]. */
  differing: RawBuilder<unknown>;
  differs: RawBuilder<boolean>;
  /** Whether a book can take the value. */
  fits: RawBuilder<boolean>;
}

/** The number of books that are selected, would change, or cannot take the value. */
export async function countChange(
  ctx: Context,
  selection: Selection<BookFilter>,
  { differs, fits }: FieldChange,
): Promise<{ count: number; changed: number; refused: number }> {
  const { rows } = await sql<{ count: number; changed: number; refused: number }>`
    select count(*) as count, count(*) filter (where ${differs} and ${fits}) as changed,
      count(*) filter (where ${differs} and not ${fits}) as refused
    from book b where ${isSelected(selectableBooks(ctx), selection)}`.execute(ctx.db);
  return rows[0] ?? { count: 0, changed: 0, refused: 0 };
}

/** The levels of the books that cannot take the value, most common first. */
export async function listUnfitLevels(
  ctx: Context,
  selection: Selection<BookFilter>,
  { differs, fits }: FieldChange,
  limit: number,
): Promise<{ level: string; count: number }[]> {
  const { rows } = await sql<{ level: string; count: number }>`
    select l.title as level, count(*) as count from book b join level l using (lev_idx)
    where ${isSelected(selectableBooks(ctx), selection)} and ${differs} and not ${fits}
    group by l.title order by count(*) desc, l.title limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Changes the books that differ and can take the value, and records their previous values; returns the count. */
export async function updateField(
  ctx: Context,
  act: number,
  bidxs: readonly number[],
  { sets, after, differing, differs, fits }: FieldChange,
): Promise<number> {
  const columns = Object.entries(sets);
  // Locked before the titles are read: joined to rows that another transaction was changing, they would be missing.
  await sql`select from book where bidx = any(${bidxs}::integer[]) order by bidx for no key update`.execute(ctx.db);
  const result = await sql`
    with target as materialized (
      select b.bidx, differing.fields, ${currentTexts(sql`differing.fields`)} as before,
        array[${sql.join(Object.values(referenceColumns).map((name) => sql.ref(`b.${name}`)))}] as keys,
        ${sql.join(columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}
      from book b cross join lateral (select ${differing} as fields) differing ${bookTitleJoins}
      where b.bidx = any(${bidxs}::integer[]) and ${differs} and ${fits}
    ),
    written as (
      update book set ${sql.join(columns.map(([name]) => sql`${sql.ref(name)} = t.${sql.ref(name)}`))},
        version = book.version + 1, revision = book.revision + 1,
        updated_at = ${ctx.now.toISOString()}::timestamptz, updated_by = ${actorName(ctx.actor)}
      from target t where book.bidx = t.bidx
      returning book.bid, t.fields, t.before, ${bookState} || jsonb_build_object('keys', t.keys) as undo
    )
    ${storeEffects(act, 'book', {
      from: sql`written`,
      id: sql`bid`,
      before: sql`before`,
      after: sql`(select jsonb_object_agg(field, ${JSON.stringify(after)}::jsonb -> field) from unnest(fields) field)`,
      undo: sql`undo`,
    })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
