import { sql } from 'kysely';
import { bookState } from '#features/book/book-act.public.ts';
import { type BookFieldName, referenceColumns } from '#features/book/book-fields.public.ts';
import { byHashing } from '#kernel/db/by-hashing.ts';
import { withCachedPlans } from '#kernel/db/cached-plans.ts';
import { whileDeferred } from '#kernel/db/constraints.ts';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import {
  bookTitleJoins,
  cell,
  currentTexts,
  fieldNames,
  givenTexts,
  plainFields,
  resolvedCell,
  type StagedRows,
  storedCell,
  titleJoins,
} from './staged-rows.store.ts';

/*
 * Each function writes the planned rows of one status in one statement. `planned` is the staged relation with the
 * plan's `status`, `bidx` and `changed` in addition to `row_no` and `cells`. Both record what the act did, and return
 * the count.
 */

const columns = sql.join([
  ...plainFields.map((field) => sql.ref(field.name)),
  ...Object.values(referenceColumns).map((name) => sql.ref(name)),
]);

/** What sees to it that a book has its ISBNs alone. */
export const isbnConstraints = [
  'book__isbn_print_key',
  'book__isbn_spindle_key',
  'book__isbn_print_number_key',
  'book__isbn_spindle_number_key',
];

/** Runs statements between which two books may share an ISBN: one gives up what another takes, in either order. */
export const withIsbnsInMotion = <T>(db: Database, write: () => Promise<T>): Promise<T> =>
  whileDeferred(db, isbnConstraints, write);

/** Locks the books of these rows until the transaction ends, so that the comparison stays valid. */
export async function lockBooksOfRows(db: Database, staged: StagedRows): Promise<void> {
  await sql`
    select from book b where b.bid in (select ${cell('r', 'bid')} from (${staged}) r) order by b.bidx for no key update`.execute(
    db,
  );
}

/** Inserts the rows planned as new. */
export async function insertNewRows(ctx: Context, act: number, planned: StagedRows): Promise<number> {
  const now = ctx.now.toISOString();
  const statement = sql`
    with planned as materialized (${planned}),
    written as (
      insert into book (${columns}, created_at, updated_at, updated_by)
      select ${sql.join(plainFields.map((field) => storedCell('r', field.name)))}, s.ser_idx, l.lev_idx, c.cat_idx, g.grp_idx,
        ${now}::timestamptz, ${now}::timestamptz, ${actorName(ctx.actor)}
      from planned r ${titleJoins('r')}
      where r.status = 'new'
      order by r.row_no
      returning bid, ${bookState} as state
    )
    ${storeEffects(act, 'book', {
      from: sql`written join planned r on ${cell('r', 'bid')} = written.bid`,
      id: sql`written.bid`,
      after: givenTexts('r'),
      undo: sql`written.state`,
    })}`;
  const result = await byHashing(ctx.db, () => withCachedPlans(ctx.db, () => statement.execute(ctx.db)));
  return Number(result.numAffectedRows ?? 0);
}

/** The new value of a column: the cell, unless it is empty and leaves the column as it is. */
const setPlain = (name: BookFieldName) =>
  sql`${sql.ref(name)} = case when ${cell('t', name)} = '' then book.${sql.ref(name)} else ${storedCell('t', name)} end`;

const setReference = (name: 'category' | 'age_group') => {
  const column = sql.ref(referenceColumns[name]);
  return sql`${column} = case when ${cell('t', name)} = '' then book.${column} else t.${column} end`;
};

/** Updates the books of the rows planned as changed, field by field, and records their previous values. */
export async function updateChangedRows(ctx: Context, act: number, planned: StagedRows): Promise<number> {
  const result = await sql`
    with target as materialized (
      select r.row_no, r.cells, r.bidx, r.changed, s.ser_idx, l.lev_idx, c.cat_idx, g.grp_idx,
        ${currentTexts(sql`r.changed`)} as before,
        (select jsonb_object_agg(name, coalesce(r.cells[array_position(${fieldNames}, name)], '')) from unnest(r.changed) name) as after,
        array[b.ser_idx, b.lev_idx, b.cat_idx, b.grp_idx] as keys
      from (${planned}) r
      join book b on b.bidx = r.bidx
      ${bookTitleJoins} ${titleJoins('r', resolvedCell)}
      where r.status = 'changed'
    ),
    written as (
      update book set
        ${sql.join([
          ...plainFields.filter(({ name }) => name !== 'bid').map(({ name }) => setPlain(name)),
          sql`ser_idx = t.ser_idx`,
          sql`lev_idx = t.lev_idx`,
          setReference('category'),
          setReference('age_group'),
        ])},
        version = book.version + 1,
        revision = book.revision + 1,
        updated_at = ${ctx.now.toISOString()}::timestamptz,
        updated_by = ${actorName(ctx.actor)}
      from target t
      where book.bidx = t.bidx
      returning book.bid, t.before, t.after, ${bookState} || jsonb_build_object('keys', t.keys) as undo
    )
    ${storeEffects(act, 'book', { from: sql`written`, id: sql`bid`, before: sql`before`, after: sql`after`, undo: sql`undo` })}`.execute(
    ctx.db,
  );
  return Number(result.numAffectedRows ?? 0);
}
