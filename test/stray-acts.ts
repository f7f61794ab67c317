import { type Kysely, sql } from 'kysely';
import { schemaChecks } from '#src/verify/schema-checks.ts';
import type { Office } from './app.ts';

/** The acts that rows name and the audit trail does not have, as `npm run verify` finds them. */
export async function strayActs(office: Office): Promise<string[]> {
  const db: unknown = office.db;
  const checks = await schemaChecks(db as Kysely<unknown>);
  const found = await Promise.all(
    checks
      .filter(({ name }) => /act_idx|undoes/.test(name))
      .map(({ differing }) => sql<{ record: string }>`${differing}`.execute(office.db)),
  );
  return found.flatMap(({ rows }) => rows.map(({ record }) => record));
}
