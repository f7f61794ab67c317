import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';

/** Gives a code the end that its sale begins. Seconds. */
export async function endSoldCode(db: Database, code: string, ends: number): Promise<void> {
  await executeGeneric(db, sql`update code set valid_until = ${ends} where code = ${code}`);
}

/**
 * Withdraws a code that nobody has activated, so that its batch has one less that the customer pays for. One that was
 * withdrawn already stays as it is. The caller has locked the batch and the code; `now` is in seconds.
 */
export async function withdrawSoldCode(
  db: Database,
  { code, cg_idx }: { code: string; cg_idx: number },
  now: number,
): Promise<void> {
  const { rows } = await sql`
    update code set is_canceled = case when is_canceled > 0 then is_canceled else ${now} end, withdrawn = true
    where code = ${code} and not withdrawn returning code`.execute(db);
  if (rows.length > 0)
    await sql`update code_batch set count = count - 1, version = version + 1 where cg_idx = ${cg_idx}`.execute(db);
}
