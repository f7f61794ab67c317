import { type NotNull, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import type { CodeTimes } from './code-state.rules.ts';

/** A stored code. Times in seconds, 0 means none; `cg_idx` is null for the code of an event. */
export interface StoredCode extends CodeTimes {
  code: string;
  cg_idx: number | null;
  issued_at: number;
  valid_from: number;
  /** Days, 0 means for ever. */
  length: number;
}

const found = (db: Database, code: string) =>
  db
    .selectFrom('code')
    .select([
      'code',
      'cg_idx',
      'issued_at',
      'valid_from',
      'valid_until',
      'activated_date',
      'expired_date',
      'is_canceled as cancelled_at',
      'length',
    ])
    .where('code', '=', code);

export const findCode = (db: Database, code: string): Promise<StoredCode | undefined> =>
  found(db, code).executeTakeFirst();

/** An access code, locked until the transaction ends; undefined for the code of an event, which many redeem at once. */
export async function lockCode(db: Database, code: string): Promise<(StoredCode & { cg_idx: number }) | undefined> {
  const locked = found(db, code).where('cg_idx', 'is not', null).forUpdate().$narrowType<{ cg_idx: NotNull }>();
  return (await executeGeneric(db, locked))[0];
}

/** Marks a code as used from now on; its length starts. */
export async function activateCode(db: Database, code: string, now: number): Promise<void> {
  const activated = sql`
    update code set activated_date = ${now},
      expired_date = case when length = 0 then 0 else ${now} + length::bigint * 86400 end
    where code = ${code}`;
  await executeGeneric(db, activated);
}

/** Stores the code of an event, unique among all codes: a unique constraint refuses an existing one. */
export async function insertEventCode(db: Database, code: string, now: number): Promise<void> {
  await db.insertInto('code').values({ code, issued_at: now }).execute();
}

/** Deletes the code of an event. */
export async function deleteEventCode(db: Database, code: string): Promise<void> {
  await db.deleteFrom('code').where('code', '=', code).where('cg_idx', 'is', null).execute();
}
