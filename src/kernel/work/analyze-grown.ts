import { sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { Context } from './context.ts';

// Of fewer rows it does not matter how they are read. Rows.
const many = 1000;

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
      const { rows } = await sql<{ known: number }>`
        select reltuples::float8 as known from pg_class where oid = ${table}::regclass`.execute(db);
      if ((rows[0]?.known ?? 0) < added) await sql`analyze ${sql.table(table)}`.execute(db);
    }),
  );
}
