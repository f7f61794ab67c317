import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DB } from '../db/schema.generated.ts';
import type { Context } from './context.ts';

// Of fewer rows it does not matter how they are read. Rows.
const many = 1000;

/**
 * To be called before many rows are added to a table in one transaction. Whoever collects the table's statistics while they
 * are not committed, as PostgreSQL does by itself, counts none of them but finds its pages full: a table that was empty stays
 * empty for the planner, however much is in it, and each row that is checked or joined reads a whole index. So the first rows of
 * a table keep others from collecting them until the transaction ends; in a table that has as many already, little is wrong.
 * It waits for nobody: who has the lock adds rows as well, or collects statistics of a table that is still empty.
 */
export async function lockStatistics({ db }: Context, table: keyof DB, added: number): Promise<void> {
  if (added < many || (await countKnown(db, table)) >= added) return;
  const name = sql.table(table);
  await sql`do $$ begin
    lock table ${name} in share update exclusive mode nowait;
  exception when lock_not_available then null;
  end $$`.execute(db);
}

/**
 * To be called where many rows are added to a table: once they are committed, PostgreSQL collects the table's
 * statistics if it has at least doubled. By itself it does so about a minute later, and until then plans made for a small
 * table scan the large one, also those of connections that look up single rows (`executeGeneric`). After the commit,
 * because the transaction would keep others from collecting them until it ends.
 */
export function analyzeGrown(ctx: Context, table: keyof DB, added: number): void {
  if (added < many) return;
  ctx.afterCommit((write) =>
    write(async ({ db }) => {
      if ((await countKnown(db, table)) < added) await sql`analyze ${sql.table(table)}`.execute(db);
    }),
  );
}

/** How many rows PostgreSQL takes a table to have; -1 if it has not looked yet. */
async function countKnown(db: Database, table: keyof DB): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select reltuples::float8 as known from pg_class where oid = ${table}::regclass`.execute(db);
  return rows[0]?.known ?? 0;
}
