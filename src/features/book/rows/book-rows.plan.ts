import { type RawBuilder, sql } from 'kysely';
import { bookFields } from '../book-fields.ts';
import { bookTitleJoins, cell, currentText, type StagedRows } from './book-rows.sql.ts';

/**
 * Why a staged row cannot be written: a key twice among the rows, a book that exists while updating is off, or an ISBN
 * that another book has. Its own faults stand with the row.
 */
const rowConflicts = [
  'bid.duplicate',
  'isbn_print.duplicate',
  'isbn_spindle.duplicate',
  'bid.exists',
  'isbn_print.taken',
  'isbn_spindle.taken',
] as const;
export type RowConflict = (typeof rowConflicts)[number];

export type RowStatus = 'new' | 'changed' | 'unchanged' | 'rejected';

/**
 * Compares staged rows with the library. Gives one row each: `row_no, status, bidx, changed text[] (field names),
 * conflicts text[]`. One statement whatever the number of rows.
 */
export function planRows(staged: StagedRows, options: { update: boolean }): RawBuilder<unknown> {
  return sql`
    with staged as not materialized (${staged}),
    compared as (
      select r.row_no, r.problems is not null as broken, b.bidx,
        ${conflictList(options.update)} as conflicts,
        case when b.bidx is null then '{}'::text[] else ${changedList} end as changed
      from staged r
      left join book b on b.bid = ${cell('r', 'bid')}
      ${bookTitleJoins}
      left join (${duplicates('bid')}) d1 on d1.key = ${cell('r', 'bid')}
      left join (${duplicates('isbn_print')}) d2 on d2.key = ${cell('r', 'isbn_print')}
      left join (${duplicates('isbn_spindle')}) d3 on d3.key = ${cell('r', 'isbn_spindle')}
      left join book p on p.isbn_print = ${cell('r', 'isbn_print')} and p.bid <> ${cell('r', 'bid')}
      left join book q on q.isbn_spindle = ${cell('r', 'isbn_spindle')} and q.bid <> ${cell('r', 'bid')}
    )
    select row_no,
      case when broken or conflicts <> '{}' then 'rejected'
           when bidx is null then 'new'
           when changed = '{}' then 'unchanged'
           else 'changed' end as status,
      bidx, changed, conflicts
    from compared`;
}

// Almost always empty, so joining it costs nothing; a window over all rows would sort them three times.
const duplicates = (name: string) => sql`
  select ${cell('r', name)} as key from staged r where ${cell('r', name)} <> '' group by 1 having count(*) > 1`;

const conflictList = (update: boolean) => sql`array_remove(array[
  case when d1.key is not null then 'bid.duplicate' end,
  case when d2.key is not null then 'isbn_print.duplicate' end,
  case when d3.key is not null then 'isbn_spindle.duplicate' end,
  ${update ? sql`null` : sql`case when b.bidx is not null then 'bid.exists' end`},
  case when p.bidx is not null then 'isbn_print.taken' end,
  case when q.bidx is not null then 'isbn_spindle.taken' end
], null)`;

const changedList = sql`array_remove(array[${sql.join(
  bookFields.map(
    ({ name }) =>
      sql`case when ${cell('r', name)} is distinct from '' and ${cell('r', name)} is distinct from ${currentText(name)} then ${sql.lit(name)} end`,
  ),
)}], null)`;
