import { createHash } from 'node:crypto';
import type { Database } from '#kernel/db/database.ts';

/** A connected account as stored; `tokens` is sealed. */
export interface AccountRow {
  staff_idx: number;
  email: string | null;
  tokens: Buffer;
  expires_at: string;
}

export function findAccount(db: Database, staffIdx: number): Promise<AccountRow | undefined> {
  return db
    .selectFrom('spreadsheet_account')
    .select(['staff_idx', 'email', 'tokens', 'expires_at'])
    .where('staff_idx', '=', staffIdx)
    .executeTakeFirst();
}

/** Connects an account, or replaces the connected one. A refresh of the old one in progress loses its claim. */
export async function saveAccount(db: Database, row: AccountRow): Promise<void> {
  const { staff_idx: _key, ...changed } = row;
  await db
    .insertInto('spreadsheet_account')
    .values(row)
    .onConflict((conflict) => conflict.column('staff_idx').doUpdateSet({ ...changed, refreshing_until: null }))
    .execute();
}

/** A row whose tokens one process may refresh until a time; that time identifies its claim. */
export interface Claim {
  staff_idx: number;
  until: string;
}

/** Claims the tokens that were read in `row`; false if another process is refreshing or has refreshed them. */
export async function claimRefresh(db: Database, row: AccountRow, { now, until }: { now: string; until: string }) {
  const { numUpdatedRows } = await db
    .updateTable('spreadsheet_account')
    .set({ refreshing_until: until })
    .where('staff_idx', '=', row.staff_idx)
    .where('tokens', '=', row.tokens)
    .where((or) => or.or([or('refreshing_until', 'is', null), or('refreshing_until', '<=', now)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Ends a claim and stores the result; false, storing nothing, if the claim was lost. */
export async function endClaim(
  db: Database,
  { staff_idx, until }: Claim,
  refreshed: Partial<Pick<AccountRow, 'tokens' | 'expires_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('spreadsheet_account')
    .set({ ...refreshed, refreshing_until: null })
    .where('staff_idx', '=', staff_idx)
    .where('refreshing_until', '=', until)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Deletes the account of a claim; undefined if the claim was lost. */
export function deleteClaimed(
  db: Database,
  { staff_idx, until }: Claim,
): Promise<{ email: string | null } | undefined> {
  return db
    .deleteFrom('spreadsheet_account')
    .where('staff_idx', '=', staff_idx)
    .where('refreshing_until', '=', until)
    .returning('email')
    .executeTakeFirst();
}

export function deleteAccount(db: Database, staffIdx: number): Promise<AccountRow | undefined> {
  return db
    .deleteFrom('spreadsheet_account')
    .where('staff_idx', '=', staffIdx)
    .returning(['staff_idx', 'email', 'tokens', 'expires_at'])
    .executeTakeFirst();
}

/** A sign-in in progress: the values hidden from the browser, and where to continue. */
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

/** Takes an attempt of this session; no other request can take it afterwards. */
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
