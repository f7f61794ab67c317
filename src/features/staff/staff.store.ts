import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { idSearch, type Listed } from '#kernel/db/listed-ids.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { StaffFilter, StaffListRow } from './staff.contract.ts';
import { readStaffIds } from './staff-id.rules.ts';

/** An account as shown on screens. */
export type StaffRow = Omit<StaffListRow, 'sessions'>;

/** The account with its password hash, for signing in. */
export interface Account extends StaffRow {
  password_hash: string | null;
}

const columns = [
  'staff.staff_idx',
  'staff.staff_id',
  'staff.name',
  'staff.is_admin',
  'staff.version',
  sql<boolean>`staff.disabled_at is not null`.as('disabled'),
  sql<boolean>`staff.password_hash is not null`.as('has_password'),
  sql<boolean>`exists (select from staff_identity i where i.staff_idx = staff.staff_idx)`.as('single_sign_on'),
  sql<boolean>`exists (select from second_factor f where f.staff_idx = staff.staff_idx)`.as('two_factor'),
  sql<number>`(select count(*) from passkey k where k.staff_idx = staff.staff_idx)`.as('passkeys'),
] as const;

/**
 * Blocks all other changes of accounts until the transaction ends: the last administrator is counted under this lock.
 */
export async function lockAccounts(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff accounts', 0))`.execute(db);
}

const conditions: Conditions<StaffFilter> = {
  search_val: (text) => search.matches(text),
  state: (state) => sql`(disabled_at is not null) = ${state === 'disabled'}`,
};

const search = idSearch({
  readIds: readStaffIds,
  from: sql`staff`,
  columns: [{ column: sql`lower(staff.staff_id)`, forms: (id) => [id.toLowerCase()] }],
  contains: (text) => every(textMatches(sql`strip(staff.staff_id || ' ' || staff.name)`, text)),
});

/** Which IDs of a pasted list have an account that the filter finds; null if none were pasted. */
export const findListed = (db: Database, { search_val, ...rest }: StaffFilter): Promise<Listed | null> =>
  search.listed(db, search_val, every(conditionsOf(conditions, null, rest)));

/** The matching accounts, ordered by ID; sessions unused since `idleSince` are not counted. */
export function listStaff(db: Database, idleSince: string, filter: StaffFilter) {
  return db
    .selectFrom('staff')
    .where(every(conditionsOf(conditions, null, filter)))
    .leftJoin('session', 'session.staff_idx', 'staff.staff_idx')
    .select([
      ...columns,
      sql<number>`count(*) filter (where session.seen_at > ${idleSince}::timestamptz)`.as('sessions'),
    ])
    .groupBy('staff.staff_idx')
    .orderBy(sql`lower(staff.staff_id)`)
    .execute();
}

export async function listStaffIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('staff_id').orderBy(sql`lower(staff_id)`).execute();
  return rows.map((row) => row.staff_id);
}

export function findStaff(db: Database, staffIdx: number): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').select(columns).where('staff_idx', '=', staffIdx).executeTakeFirst();
}

/** The account with this ID, ignoring case. */
export function findAccount(db: Database, staffId: string): Promise<Account | undefined> {
  return db
    .selectFrom('staff')
    .select([...columns, 'staff.password_hash'])
    .where(sql`lower(staff_id)`, '=', sql`lower(${staffId}::text)`)
    .executeTakeFirst();
}

export function findAccountByIdx(db: Database, staffIdx: number): Promise<Account | undefined> {
  return db
    .selectFrom('staff')
    .select([...columns, 'staff.password_hash'])
    .where('staff_idx', '=', staffIdx)
    .executeTakeFirst();
}

/** Locks the account until the transaction ends, if it is still enabled and has the password that was checked. */
export async function lockAccount(db: Database, account: Account): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('staff_idx')
    .where('staff_idx', '=', account.staff_idx)
    .where('password_hash', '=', account.password_hash)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

const enabledAdmins = (db: Database) =>
  db.selectFrom('staff').where('is_admin', '=', true).where('disabled_at', 'is', null);

/** How many administrators can sign in. */
export async function countAdmins(db: Database): Promise<number> {
  const { count } = await enabledAdmins(db)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An administrator who can sign in. */
export type Admin = Pick<StaffRow, 'staff_idx' | 'staff_id' | 'name'>;

/** The administrators who can sign in, by name. */
export const listAdmins = (db: Database): Promise<Admin[]> =>
  enabledAdmins(db)
    .select(['staff_idx', 'staff_id', 'name'])
    .orderBy('name')
    .orderBy('staff_idx')
    .limit(1000)
    .execute();

export interface NewStaff {
  staff_id: string;
  name: string;
  is_admin: boolean;
  /** Null for an account that logs in only at the provider. */
  password_hash: string | null;
}

export async function insertStaff(db: Database, row: NewStaff, at: string): Promise<number> {
  const { staff_idx } = await db
    .insertInto('staff')
    .values({ ...row, created_at: at })
    .returning('staff_idx')
    .executeTakeFirstOrThrow();
  return staff_idx;
}

export async function updateStaff(
  db: Database,
  staffIdx: number,
  { name, is_admin, disabled }: Pick<StaffRow, 'name' | 'is_admin' | 'disabled'>,
  at: string,
): Promise<void> {
  await db
    .updateTable('staff')
    .set((row) => ({
      name,
      is_admin,
      disabled_at: disabled ? row.fn.coalesce('disabled_at', sql<string>`${at}::timestamptz`) : null,
      version: row('version', '+', 1),
    }))
    .where('staff_idx', '=', staffIdx)
    .execute();
}

export async function updatePassword(db: Database, staffIdx: number, hash: string): Promise<void> {
  // Links that were made for whoever knew the former one are over.
  await db.deleteFrom('staff_link').where('staff_idx', '=', staffIdx).execute();
  await db.deleteFrom('staff_new_address').where('staff_idx', '=', staffIdx).execute();
  await db.updateTable('staff').set({ password_hash: hash }).where('staff_idx', '=', staffIdx).execute();
}
