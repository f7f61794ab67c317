import type { Database } from '#kernel/db/database.ts';

/** The second factor of an account: its sealed secret, and the last time step whose code was used. */
interface FactorRow {
  secret: Buffer;
  last_step: number;
}

/** The second factor of an account, locked until the transaction ends. */
export function lockFactor(db: Database, staffIdx: number): Promise<FactorRow | undefined> {
  return db
    .selectFrom('second_factor')
    .select(['secret', 'last_step'])
    .where('staff_idx', '=', staffIdx)
    .forUpdate()
    .executeTakeFirst();
}

/** False if the account already has one. */
export async function insertFactor(
  db: Database,
  row: FactorRow & { staff_idx: number; created_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added = 0n } = await db
    .insertInto('second_factor')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added > 0n;
}

export async function spendStep(db: Database, staffIdx: number, step: number): Promise<void> {
  await db.updateTable('second_factor').set({ last_step: step }).where('staff_idx', '=', staffIdx).execute();
}

/** Removes the second factor and its recovery codes; false if there was none. */
export async function deleteFactor(db: Database, staffIdx: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('staff_idx', '=', staffIdx)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(db: Database, staffIdx: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('staff_idx', '=', staffIdx).execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ staff_idx: staffIdx, code_hash })))
    .execute();
}

/** Uses up a recovery code; false if there is no such code. */
export async function takeRecoveryCode(db: Database, staffIdx: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('staff_idx', '=', staffIdx)
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Database, staffIdx: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('staff_idx', '=', staffIdx)
    .executeTakeFirstOrThrow();
  return count;
}
