import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';

/** Gives a code the end that its sale begins. Seconds. */
export async function endSoldCode(db: Database, code: string, ends: number): Promise<void> {
  await executeGeneric(db, sql`update code set valid_until = ${ends} where code = ${code}`);
}

/** What a sold code was before its order was returned: when it was cancelled in seconds, 0 if not, and whether it was withdrawn. */
export interface FormerSoldCode {
  is_canceled: number;
  withdrawn: boolean;
}

/**
 * Withdraws a code that nobody has activated, so that its batch has one less that the customer pays for. One that was
 * withdrawn already stays as it is. The caller has locked the batch and the code; `now` is in seconds. Returns what it was.
 */
export async function withdrawSoldCode(
  db: Database,
  { code, cg_idx }: { code: string; cg_idx: number },
  now: number,
): Promise<FormerSoldCode> {
  const former = await db
    .selectFrom('code')
    .select(['is_canceled', 'withdrawn'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  if (former.withdrawn) return former;
  const cancelled = former.is_canceled > 0 ? former.is_canceled : now;
  await sql`update code set is_canceled = ${cancelled}, withdrawn = true where code = ${code}`.execute(db);
  await sql`update code_batch set count = count - 1, version = version + 1 where cg_idx = ${cg_idx}`.execute(db);
  return former;
}

/** Makes a code that was withdrawn with its order what it was, so that the customer pays for it again. The caller has locked both. */
export async function restoreSoldCode(
  db: Database,
  { code, cg_idx }: { code: string; cg_idx: number },
  former: FormerSoldCode,
): Promise<void> {
  if (former.withdrawn) return;
  await sql`update code set is_canceled = ${former.is_canceled}, withdrawn = false where code = ${code}`.execute(db);
  await sql`update code_batch set count = count + 1, version = version + 1 where cg_idx = ${cg_idx}`.execute(db);
}
