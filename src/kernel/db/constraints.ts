import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Leaves these constraints, which must be deferrable, unchecked until the transaction or the savepoint before ends. */
export async function deferChecks(db: Database, constraints: readonly string[]): Promise<void> {
  if (constraints.length > 0) await sql`set constraints ${named(constraints)} deferred`.execute(db);
}

/**
 * Writes while these constraints, which must be deferrable, are not checked; they are checked at the end. If `write` or the
 * check throws, the transaction must be rolled back, or a savepoint before it.
 */
export async function whileDeferred<T>(
  db: Database,
  constraints: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  await deferChecks(db, constraints);
  const answer = await write();
  if (constraints.length > 0) await sql`set constraints ${named(constraints)} immediate`.execute(db);
  return answer;
}

const named = (constraints: readonly string[]) => sql.join(constraints.map((name) => sql.ref(name)));
