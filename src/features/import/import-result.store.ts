import { type RawBuilder, sql } from 'kysely';
import type { Made } from '#features/book/book-rows.public.ts';
import type { Database } from '#kernel/db/database.ts';

export async function insertMade(db: Database, importIdx: number, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  await sql`
    insert into import_made (import_idx, kind, idx)
    select ${importIdx}::integer, kind, idx from unnest(${made.map((one) => one.kind)}::text[], ${made.map((one) => one.idx)}::integer[]) as made(kind, idx)`.execute(
    db,
  );
}

export function listMade(db: Database, importIdx: number): Promise<Made[]> {
  return db
    .selectFrom('import_made')
    .select(['kind', 'idx'])
    .where('import_idx', '=', importIdx)
    .$castTo<Made>()
    .execute();
}

/** The end of a statement that writes books: keeps what it did with the import. */
export const insertResults = (importIdx: number, rows: RawBuilder<unknown>) => sql`
  insert into import_result (import_idx, row_no, bidx, bid, version, before, after, keys)
  select ${importIdx}::integer, row_no, bidx, bid, version, before, after, keys from (${rows}) done`;

/** What an import did to books, as the undo's statements take it. */
export const doneRows = (importIdx: number) => sql`
  select bidx, version, before, keys from import_result where import_idx = ${importIdx}::integer`;

/** The books that an undo must leave alone because somebody has edited them since. */
export async function listEdited(
  db: Database,
  importIdx: number,
): Promise<{ bidx: number; bid: string; made: boolean }[]> {
  const { rows } = await sql<{ bidx: number; bid: string; made: boolean }>`
    select d.bidx, b.bid, d.before is null as made
    from import_result d join book b using (bidx)
    where d.import_idx = ${importIdx} and b.version <> d.version
    order by d.row_no`.execute(db);
  return rows;
}

/** The books an import made, which still are as it made them. */
export async function listUntouchedMade(db: Database, importIdx: number): Promise<{ bidx: number; bid: string }[]> {
  const { rows } = await sql<{ bidx: number; bid: string }>`
    select d.bidx, b.bid
    from import_result d join book b using (bidx)
    where d.import_idx = ${importIdx} and d.before is null and b.version = d.version`.execute(db);
  return rows;
}
