import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { ImportCounts } from './import.store.ts';

/** Replaces an import's plan by a fresh comparison, and answers how many rows are what. */
export async function replacePlan(db: Database, importIdx: number, plan: RawBuilder<unknown>): Promise<ImportCounts> {
  await db.deleteFrom('import_plan').where('import_idx', '=', importIdx).execute();
  await sql`
    insert into import_plan (import_idx, row_no, status, bidx, changed, conflicts)
    select ${importIdx}::integer, row_no, status, bidx, changed, conflicts from (${plan}) planned`.execute(db);
  // The next statements join what was just written: without this the planner takes it for empty.
  if (await isLarge(db, importIdx)) await sql`analyze import_plan`.execute(db);
  return countPlan(db, importIdx);
}

const largeRows = 5000;

async function isLarge(db: Database, importIdx: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from import_plan where import_idx = ${importIdx} offset ${sql.lit(largeRows)} limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

async function countPlan(db: Database, importIdx: number): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    select count(*) filter (where p.status = 'new')::integer as new,
           count(*) filter (where p.status = 'changed')::integer as changed,
           count(*) filter (where p.status = 'unchanged')::integer as unchanged,
           count(*) filter (where p.status = 'rejected')::integer as rejected,
           count(*) filter (where r.dropped)::integer as dropped,
           count(*) filter (where r.warnings is not null and not r.dropped)::integer as warned
    from import_row r left join import_plan p using (import_idx, row_no)
    where r.import_idx = ${importIdx}`.execute(db);
  return rows[0] ?? { new: 0, changed: 0, unchanged: 0, rejected: 0, dropped: 0, warned: 0 };
}
