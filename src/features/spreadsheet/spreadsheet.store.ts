import { createHash } from 'node:crypto';
import type { Database } from '#kernel/db/database.ts';

/** A connected account as it is stored; `tokens` is sealed. */
export interface AccountRow {
  staff_idx: number;
  email: string | null;
  tokens: Buffer;
  expires_at: string;
}

/** With `lock` the row waits for whoever else changes it, and is held until the transaction ends. */
export function findAccount(db: Database, staffIdx: number, { lock = false } = {}): Promise<AccountRow | undefined> {
  return db
    .selectFrom('spreadsheet_account')
    .select(['staff_idx', 'email', 'tokens', 'expires_at'])
    .where('staff_idx', '=', staffIdx)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Connects an account, or puts another in its place. */
export async function saveAccount(db: Database, row: AccountRow): Promise<void> {
  const { staff_idx: _key, ...changed } = row;
  await db
    .insertInto('spreadsheet_account')
    .values(row)
    .onConflict((conflict) => conflict.column('staff_idx').doUpdateSet(changed))
    .execute();
}

export function deleteAccount(db: Database, staffIdx: number): Promise<AccountRow | undefined> {
  return db
    .deleteFrom('spreadsheet_account')
    .where('staff_idx', '=', staffIdx)
    .returning(['staff_idx', 'email', 'tokens', 'expires_at'])
    .executeTakeFirst();
}

/** A sign-in under way: what the browser does not get to see of it, and where to go on. */
export interface Attempt {
  nonce: string;
  verifier: string;
  next: string;
  created_at: string;
}

const hashState = (state: string) => createHash('sha256').update(state).digest();

export async function insertAttempt(
  db: Database,
  { state, ...row }: Attempt & { state: string; session_id: string },
): Promise<void> {
  await db
    .insertInto('spreadsheet_attempt')
    .values({ state_hash: hashState(state), ...row })
    .execute();
}

/** Takes an attempt of this session, which no other request gets then. */
export function takeAttempt(db: Database, state: string, sessionId: string): Promise<Attempt | undefined> {
  return db
    .deleteFrom('spreadsheet_attempt')
    .where('state_hash', '=', hashState(state))
    .where('session_id', '=', sessionId)
    .returning(['nonce', 'verifier', 'next', 'created_at'])
    .executeTakeFirst();
}

export async function deleteAttemptsBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('spreadsheet_attempt').where('created_at', '<', time).execute();
}
