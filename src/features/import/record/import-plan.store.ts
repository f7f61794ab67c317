import { type RawBuilder, sql } from 'kysely';
import { cell } from '#features/library/book-rows.public.ts';
import type { Database } from '#kernel/db/database.ts';
import type { ImportCounts } from './import.contract.ts';

/** Replaces an import's plan by a fresh comparison, and returns the number of rows by status. */
export async function replacePlan(db: Database, importIdx: number, plan: RawBuilder<unknown>): Promise<ImportCounts> {
  await db.deleteFrom('import_plan').where('import_idx', '=', importIdx).execute();
  const planned = await sql<Planned>`
    with stored as (
      insert into import_plan (import_idx, row_no, status, bidx, changed, conflicts)
      select ${importIdx}::integer, row_no, status, bidx, changed, conflicts from (${plan}) planned where status <> 'new'
      returning status
    )
    select count(*) filter (where status = 'changed')::integer as changed,
           count(*) filter (where status = 'unchanged')::integer as unchanged,
           count(*) filter (where status = 'rejected')::integer as rejected
    from stored`.execute(db);
  const staged = await sql<Staged>`
    select count(*) filter (where not dropped)::integer as wanted,
           count(*) filter (where dropped)::integer as dropped,
           count(*) filter (where warnings is not null and not dropped)::integer as warned
    from import_row where import_idx = ${importIdx}`.execute(db);
  const { changed, unchanged, rejected } = planned.rows[0] ?? { changed: 0, unchanged: 0, rejected: 0 };
  const { wanted, dropped, warned } = staged.rows[0] ?? { wanted: 0, dropped: 0, warned: 0 };
  return { new: wanted - changed - unchanged - rejected, changed, unchanged, rejected, dropped, warned };
}

type Planned = Pick<ImportCounts, 'changed' | 'unchanged' | 'rejected'>;
type Staged = Pick<ImportCounts, 'dropped' | 'warned'> & { wanted: number };

/** Whether a staged row is of a book in the library. */
export async function hasKnownBooks(db: Database, importIdx: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_row r join book b on b.bid = ${cell('r', 'bid')} where r.import_idx = ${importIdx} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
