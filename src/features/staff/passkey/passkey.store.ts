import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';

/** A passkey with what checks its answers. */
interface StoredPasskey {
  key_idx: number;
  staff_idx: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  name: string;
  /** Whether an answer came that a copy of it must have made. */
  copied: boolean;
}

/** The passkey of a credential, locked until the transaction ends. */
export function lockPasskey(db: Database, credentialId: string, rpId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkey')
    .select(['key_idx', 'staff_idx', 'credential_id', 'public_key', 'counter', 'name'])
    .select(sql<boolean>`copied_at is not null`.as('copied'))
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .forUpdate()
    .executeTakeFirst();
}

/** The passkeys of an account, the latest first; times in seconds. */
export function listPasskeys(db: Database, staffIdx: number) {
  return db
    .selectFrom('passkey')
    .select([
      'key_idx',
      'name',
      'rp_id',
      'synced',
      'version',
      secondsOf('created_at').as('created_at'),
      secondsOf('used_at').$castTo<number | null>().as('used_at'),
      sql<boolean>`copied_at is not null`.as('copied'),
    ])
    .where('staff_idx', '=', staffIdx)
    .orderBy('key_idx', 'desc')
    .execute();
}

/** What a browser needs to leave out the passkeys that an account has. */
export function listCredentials(db: Database, staffIdx: number, rpId: string) {
  return db
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where('staff_idx', '=', staffIdx)
    .where('rp_id', '=', rpId)
    .execute();
}

/** Whether anybody has a passkey. */
export async function hasPasskeys(db: Database): Promise<boolean> {
  return (await db.selectFrom('passkey').select('key_idx').limit(1).executeTakeFirst()) !== undefined;
}

export interface NewPasskey {
  staff_idx: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  rp_id: string;
  name: string;
  synced: boolean;
  created_at: string;
}

export async function insertPasskey(db: Database, row: NewPasskey): Promise<number> {
  const { key_idx } = await db.insertInto('passkey').values(row).returning('key_idx').executeTakeFirstOrThrow();
  return key_idx;
}

export async function updatePasskey(
  db: Database,
  keyIdx: number,
  set:
    | { counter: number; synced: boolean; used_at: string }
    | { copied_at: string }
    | { name: string; version: number },
): Promise<void> {
  await db.updateTable('passkey').set(set).where('key_idx', '=', keyIdx).execute();
}

/** Removes a passkey of an account; returns its name. */
export async function deletePasskey(db: Database, staffIdx: number, keyIdx: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('staff_idx', '=', staffIdx)
    .where('key_idx', '=', keyIdx)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Removes all passkeys of an account; returns how many there were. */
export async function deletePasskeys(db: Database, staffIdx: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('passkey').where('staff_idx', '=', staffIdx).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The accounts with a passkey that was copied. */
export function listCopied(db: Database) {
  return db
    .selectFrom('passkey')
    .innerJoin('staff', 'staff.staff_idx', 'passkey.staff_idx')
    .select(['passkey.key_idx', 'passkey.name', 'staff.staff_id'])
    .where('copied_at', 'is not', null)
    .orderBy('passkey.key_idx')
    .execute();
}

/** Stores that a challenge was answered, and forgets those that have expired; false if it was answered before. */
export async function insertSpent(
  db: Database,
  { hash, until, now }: { hash: Buffer; until: string; now: string },
): Promise<boolean> {
  await db.deleteFrom('spent_challenge').where('until', '<=', now).execute();
  const { numInsertedOrUpdatedRows: added = 0n } = await db
    .insertInto('spent_challenge')
    .values({ challenge_hash: hash, until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added > 0n;
}
