import { type RawBuilder, sql } from 'kysely';
import { type BookFieldName, bookFields } from '../../record/book-columns.rules.ts';
import { bookTitleJoins, cell, currentText, placedCells, type StagedRows } from './staged-rows.store.ts';

/**
 * Why a staged row cannot be written: a key twice among the rows, a book that exists while updating is off, an ISBN that
 * another book has, or a field that a new book needs. Its own faults stand with the row.
 */
const rowConflicts = [
  'bid.duplicate',
  'isbn_print.duplicate',
  'isbn_spindle.duplicate',
  'bid.exists',
  'isbn_print.taken',
  'isbn_spindle.taken',
] as const;
export type RowConflict = (typeof rowConflicts)[number] | `${BookFieldName}.required`;

export type RowStatus = 'new' | 'changed' | 'unchanged' | 'rejected';

/**
 * Compares staged rows with the library. Gives one row each: `row_no, status, bidx, changed text[] (field names),
 * conflicts text[], cells text[]`, the cells with the place that a row leaves out. One statement whatever the number of rows.
 */
export function planRows(staged: StagedRows, options: { update: boolean }): RawBuilder<unknown> {
  return sql`
    with staged as not materialized (${staged}),
    compared as (
      select r.row_no, r.problems is not null as broken, b.bidx,
        ${conflictList(options.update)} as conflicts,
        case when b.bidx is null then '{}'::text[] else ${changedList} end as changed,
        ${placedCells('r')} as cells
      from staged r
      left join book b on b.bid = ${cell('r', 'bid')}
      ${bookTitleJoins}
      left join book p on p.isbn_print = ${cell('r', 'isbn_print')} and p.bid <> ${cell('r', 'bid')}
      left join book q on q.isbn_spindle = ${cell('r', 'isbn_spindle')} and q.bid <> ${cell('r', 'bid')}
    )
    select row_no,
      case when broken or conflicts <> '{}' then 'rejected'
           when bidx is null then 'new'
           when changed = '{}' then 'unchanged'
           else 'changed' end as status,
      bidx, changed, conflicts, cells
    from compared`;
}

// Hashed once, however many rows PostgreSQL takes the staged ones for; a window over all rows would sort them three times.
const isDuplicate = (name: BookFieldName) => sql`${cell('r', name)} in (
  select ${cell('s', name)} from staged s where ${cell('s', name)} <> '' group by 1 having count(*) > 1)`;

// A row without a bid is refused for that by itself.
const neededByNew = bookFields
  .filter(({ name, required }) => required && name !== 'bid')
  .map(
    ({ name }) =>
      sql`case when b.bidx is null and coalesce(${cell('r', name)}, '') = '' then ${sql.lit(`${name}.required`)} end`,
  );

const conflictList = (update: boolean) => sql`array_remove(array[
  case when ${isDuplicate('bid')} then 'bid.duplicate' end,
  case when ${isDuplicate('isbn_print')} then 'isbn_print.duplicate' end,
  case when ${isDuplicate('isbn_spindle')} then 'isbn_spindle.duplicate' end,
  ${update ? sql`null` : sql`case when b.bidx is not null then 'bid.exists' end`},
  case when p.bidx is not null then 'isbn_print.taken' end,
  case when q.bidx is not null then 'isbn_spindle.taken' end,
  ${sql.join(neededByNew)}
], null)`;

const changedList = sql`array_remove(array[${sql.join(
  bookFields.map(
    ({ name }) =>
      sql`case when ${cell('r', name)} is distinct from '' and ${cell('r', name)} is distinct from ${currentText(name)} then ${sql.lit(name)} end`,
  ),
)}], null)`;
