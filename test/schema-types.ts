import path from 'node:path';
import { generate, PostgresDialect } from 'kysely-codegen';
import { openDatabase } from '#kernel/db/database.ts';
import { openPool } from '#kernel/db/pool.ts';

export const schemaTypesFile = path.resolve(import.meta.dirname, '../src/kernel/db/schema.generated.ts');

/** The types of every table of a migrated database, as `src/kernel/db/schema.generated.ts` should contain them. */
export async function schemaTypes(url: string): Promise<string> {
  const db = openDatabase(openPool({ connectionString: url }));
  try {
    return await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string' }),
      // Same as in kernel/db/database.ts.
      typeMapping: { int8: 'number', timestamptz: 'string', bytea: 'Buffer', xid8: 'string' },
      excludePattern: '(pgboss.*|migration*)',
      outFile: null,
    });
  } finally {
    await db.destroy();
  }
}
