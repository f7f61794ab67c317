import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { type UnitRow, unitColumns } from './unit-info.rules.ts';

/** A book by its keys, with the version of its units: 0 until they are first saved. */
export interface UnitBook {
  bidx: number;
  bid: string;
  version: number;
}

export function findUnitBook(db: Database, bid: string): Promise<UnitBook | undefined> {
  return db
    .selectFrom('book as b')
    .leftJoin('unit_info as u', 'u.bidx', 'b.bidx')
    .select((eb) => ['b.bidx', 'b.bid', eb.fn.coalesce('u.version', sql<number>`0`).as('version')])
    .where('b.bid', '=', bid)
    .executeTakeFirst();
}

/** Locks a book until the transaction ends, so that nobody else writes its units. */
export async function lockUnitBook(db: Database, bid: string): Promise<UnitBook | undefined> {
  // The version is read once the lock is held; read in the same statement, it could predate it.
  await sql`select from book where bid = ${bid} for no key update`.execute(db);
  return findUnitBook(db, bid);
}

/** The units of a book in order, at most `limit` of them. */
export function listUnits(db: Database, bidx: number, limit?: number): Promise<UnitRow[]> {
  return db
    .selectFrom('unit_info_row')
    .select(unitColumns)
    .where('bidx', '=', bidx)
    .orderBy('row_no')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The units of some books, in order, by bid. */
export async function listUnitsOf(db: Database, bids: readonly string[]): Promise<{ bid: string; units: UnitRow[] }[]> {
  const unit = sql.join(unitColumns.map((column) => sql`${sql.lit(column)}, u.${sql.ref(column)}`));
  const { rows } = await sql<{ bid: string; units: UnitRow[] }>`
    select b.bid, coalesce(jsonb_agg(jsonb_build_object(${unit}) order by u.row_no) filter (where u.bidx is not null), '[]') as units
    from book b left join unit_info_row u using (bidx) where b.bid = any(${bids}::text[]) group by b.bidx`.execute(db);
  return rows;
}

/** Replaces all units of a book, possibly with none. Returns the new version. */
export async function replaceUnits(db: Database, bidx: number, units: readonly UnitRow[]): Promise<number> {
  const { version } = await db
    .insertInto('unit_info')
    .values({ bidx })
    .onConflict((conflict) => conflict.column('bidx').doUpdateSet({ version: sql`unit_info.version + 1` }))
    .returning('version')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('unit_info_row').where('bidx', '=', bidx).execute();
  const rows = units.map((unit, index) => ({ bidx, row_no: index + 1, ...unit }));
  await sql`
    insert into unit_info_row
    select * from jsonb_populate_recordset(null::unit_info_row, ${JSON.stringify(rows)}::jsonb)`.execute(db);
  return version;
}
