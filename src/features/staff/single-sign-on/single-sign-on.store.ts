import { createHash } from 'node:crypto';
import type { Database } from '#kernel/db/database.ts';
import { findStaff, type StaffRow } from '../staff.store.ts';

/** A person's permanent identity at a provider. */
interface Identity {
  issuer: string;
  subject: string;
}

export async function findByIdentity(db: Database, { issuer, subject }: Identity): Promise<StaffRow | undefined> {
  const row = await db
    .selectFrom('staff_identity')
    .select('staff_idx')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && findStaff(db, row.staff_idx);
}

export async function insertIdentity(
  db: Database,
  { issuer, subject }: Identity,
  { staffIdx, at }: { staffIdx: number; at: string },
): Promise<void> {
  await db.insertInto('staff_identity').values({ issuer, subject, staff_idx: staffIdx, created_at: at }).execute();
}

/** Returns the issuer that the account was connected to. */
export async function deleteIdentity(db: Database, staffIdx: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('staff_identity')
    .where('staff_idx', '=', staffIdx)
    .returning('issuer')
    .executeTakeFirst();
  return row?.issuer;
}

/** A log-in in progress at the provider: the values hidden from the browser, and where to continue. */
export interface Attempt {
  nonce: string;
  verifier: string;
  next: string;
  /** The account being connected; null for a log-in. */
  staff_idx: number | null;
  created_at: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

export async function insertAttempt(
  db: Database,
  { state, browser, ...row }: Attempt & { state: string; browser: string },
): Promise<void> {
  await db
    .insertInto('sign_in_attempt')
    .values({ state_hash: hash(state), browser_hash: hash(browser), ...row })
    .execute();
}

/** Takes an attempt of this browser; no other request can take it afterwards. */
export function takeAttempt(db: Database, state: string, browser: string): Promise<Attempt | undefined> {
  return db
    .deleteFrom('sign_in_attempt')
    .where('state_hash', '=', hash(state))
    .where('browser_hash', '=', hash(browser))
    .returning(['nonce', 'verifier', 'next', 'staff_idx', 'created_at'])
    .executeTakeFirst();
}

export async function deleteAttemptsBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('created_at', '<', time).execute();
}
