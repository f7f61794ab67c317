import { type RawBuilder, sql } from 'kysely';
import { type BookFieldName, bookFields, type IsbnField, isbnFields } from '#features/book/book-fields.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { type IsbnClaim, type IsbnLeaver, unmetClaims } from './isbn-claims.rules.ts';
import { bookTitleJoins, cell, currentText, resolvedCells, type StagedRows } from './staged-rows.store.ts';

/**
 * Why a staged row cannot be written: a key twice among the rows, a book that exists while updating is off, an ISBN
 * that another book has and keeps, or a missing field that a new book needs. Problems of single cells are stored with
 * the row.
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

interface PlanOptions {
  /** Existing books are updated instead of rejecting their rows. */
  update: boolean;
  /** It is known that no bid and no ISBN stands twice among the rows, which takes a third of the time to find out. */
  keysDiffer?: boolean;
}

/**
 * Compares staged rows with the library as it will be after the write: an ISBN that a book gives up in these rows is
 * free. The statement returns one row each: `row_no, status, bidx, changed text[] (field names), conflicts text[],
 * cells text[]`, where the cells include the series or level that a row omits.
 */
export async function planRows(db: Database, staged: StagedRows, options: PlanOptions): Promise<RawBuilder<unknown>> {
  const claims = await listClaims(db, staged);
  const leavers = options.update && claims.length > 0 ? await listLeavers(db, staged, claims) : [];
  return comparison(staged, { ...options, unmet: unmetClaims(claims, leavers) });
}

/**
 * The rows that claim the number of an ISBN of another book, in either spelling, unless their book has the ISBN already.
 * Most sheets have none.
 */
async function listClaims(db: Database, staged: StagedRows): Promise<IsbnClaim[]> {
  const claimed = isbnFields.flatMap((field) => {
    const isbn = sql.ref(field);
    const isOwn = sql`exists (select from book own where own.bid = k.bid and own.${isbn} = k.${isbn})`;
    // The first condition is that of the index of the numbers; the few books outside of it have an index of their own.
    return [sql`(p.shared_isbns is null or p.${isbn} <> all (p.shared_isbns))`, sql`p.shared_isbns is not null`].map(
      (indexed) => sql`
        select k.row_no, ${sql.lit(field)} as field, p.bidx as holder
        from keys k join book p on isbn13(p.${isbn}) = isbn13(k.${isbn}) and ${indexed} and p.bid <> k.bid
        where not ${isOwn}`,
    );
  });
  // Out of the cells, which are long, once for all.
  const { rows } = await sql<IsbnClaim>`
    with keys as materialized (
      select row_no, ${sql.join(rowKeys.map((name) => sql`${cell('r', name)} as ${sql.ref(name)}`))} from (${staged}) r
    )
    ${sql.join(claimed, sql` union `)}`.execute(db);
  return rows;
}

/** The rows that can be written (claims aside) and that replace a claimed ISBN of their book. */
async function listLeavers(db: Database, staged: StagedRows, claims: readonly IsbnClaim[]): Promise<IsbnLeaver[]> {
  const holders = [...new Set(claims.map(({ holder }) => holder))];
  const { rows } = await sql<IsbnLeaver>`
    select row_no, bidx, field from (${comparison(staged, { update: true, unmet: [] })}) planned, unnest(changed) field
    where status = 'changed' and field in (${sql.join(isbnFields.map((field) => sql.lit(field)))})
      and bidx = any(${holders}::integer[])`.execute(db);
  return rows;
}

function comparison(
  staged: StagedRows,
  { update, unmet, keysDiffer = false }: PlanOptions & { unmet: readonly IsbnClaim[] },
): RawBuilder<unknown> {
  const conflicts = conflictsOf(update, unmet);
  // The status does not use the lists of reasons: most rows are new, and skip building them.
  return sql`
    with staged as not materialized (${staged}), twice as materialized (${keysDiffer ? noKeys : keysThatStandTwice})
    select r.row_no,
      case when r.problems is not null or ${any(conflicts)} then 'rejected'
           when b.bidx is null then 'new'
           when ${any(changes)} then 'changed'
           else 'unchanged' end as status,
      b.bidx, case when b.bidx is null then '{}'::text[] else ${namesOf(changes)} end as changed,
      ${namesOf(conflicts)} as conflicts, ${resolvedCells('r')} as cells
    from staged r
    left join book b on b.bid = ${cell('r', 'bid')}
    ${bookTitleJoins}`;
}

/** The fields that no two rows may have in common. */
export const rowKeys = ['bid', ...isbnFields] as const;
type RowKey = (typeof rowKeys)[number];

/** What of a cell no other row may have: of an ISBN its number. */
const keyOf = (alias: string, name: RowKey) => (name === 'bid' ? cell(alias, name) : sql`isbn13(${cell(alias, name)})`);

const noKeys = sql`select ${sql.join(rowKeys.map((name) => sql`null::text as ${sql.ref(name)}`))} where false`;

// One pass over the rows for all three keys, hashed whatever number of rows PostgreSQL estimates.
const keysThatStandTwice = sql`
  select ${sql.join(rowKeys.map((name) => sql.ref(name)))}
  from (select ${sql.join(rowKeys.map((name) => sql`${keyOf('s', name)} as ${sql.ref(name)}`))} from staged s) key
  group by grouping sets (${sql.join(rowKeys.map((name) => sql`(${sql.ref(name)})`))})
  having count(*) > 1`;

const isDuplicate = (name: RowKey) => {
  const standsTwice = sql`${keyOf('r', name)} in (select ${sql.ref(name)} from twice where ${sql.ref(name)} <> '')`;
  if (name === 'bid') return standsTwice;
  return sql`(${standsTwice} and not coalesce(${cell('r', name)} = any(b.shared_isbns), false))`;
};

const isTaken = (field: IsbnField, unmet: readonly IsbnClaim[]) =>
  sql`r.row_no = any(${unmet.filter((claim) => claim.field === field).map(({ row_no }) => row_no)}::integer[])`;

/** A condition on a row, and its name. */
interface Finding {
  name: string;
  condition: RawBuilder<unknown>;
}

const any = (findings: readonly Finding[]) =>
  sql`(${sql.join(
    findings.map(({ condition }) => condition),
    sql` or `,
  )})`;

const namesOf = (findings: readonly Finding[]) =>
  sql`array_remove(array[${sql.join(
    findings.map(({ name, condition }) => sql`case when ${condition} then ${sql.lit(name)} end`),
  )}], null)`;

// A row without a bid is rejected by its own check.
const neededByNew: readonly Finding[] = bookFields
  .filter(({ name, required }) => required && name !== 'bid')
  .map(({ name }) => ({
    name: `${name}.required`,
    condition: sql`(b.bidx is null and coalesce(${cell('r', name)}, '') = '')`,
  }));

const conflictsOf = (update: boolean, unmet: readonly IsbnClaim[]): readonly Finding[] => [
  ...rowKeys.map((name) => ({ name: `${name}.duplicate`, condition: isDuplicate(name) })),
  ...(update ? [] : [{ name: 'bid.exists', condition: sql`b.bidx is not null` }]),
  ...isbnFields.map((name) => ({ name: `${name}.taken`, condition: isTaken(name, unmet) })),
  ...neededByNew,
];

const changes: readonly Finding[] = bookFields.map(({ name }) => ({
  name,
  condition: sql`(${cell('r', name)} is distinct from '' and ${cell('r', name)} is distinct from ${currentText(name)})`,
}));
