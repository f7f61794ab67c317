import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

export interface AgegroupRow {
  grp_idx: number;
  title: string;
  version: number;
}

export type AgegroupName = Omit<AgegroupRow, 'version'>;

export function listAgegroups(db: Database): Promise<AgegroupRow[]> {
  return db.selectFrom('age_group').select(['grp_idx', 'title', 'version']).orderBy('grp_idx').execute();
}

/** The row, locked until the transaction ends. */
export async function findAgegroup(db: Database, grpIdx: number): Promise<AgegroupRow | undefined> {
  return db
    .selectFrom('age_group')
    .select(['grp_idx', 'title', 'version'])
    .where('grp_idx', '=', grpIdx)
    .forUpdate()
    .executeTakeFirst();
}

export function findAgegroupsByTitle(db: Database, titles: readonly string[]): Promise<AgegroupName[]> {
  return db.selectFrom('age_group').select(['grp_idx', 'title']).where(sql<boolean>`title = any(${titles})`).execute();
}

export async function insertAgegroup(db: Database, title: string): Promise<number> {
  const row = await db.insertInto('age_group').values({ title }).returning('grp_idx').executeTakeFirstOrThrow();
  return row.grp_idx;
}

/** Adds the titles that nobody has; answers those added. In one order, so that two bulk acts never wait for each other. */
export function insertAgegroups(db: Database, titles: readonly string[]): Promise<AgegroupName[]> {
  return db
    .insertInto('age_group')
    .columns(['title'])
    .expression(sql`select title from unnest(${titles}::text[]) as title order by title`)
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning(['grp_idx', 'title'])
    .execute();
}

export async function updateAgegroup(db: Database, grpIdx: number, title: string): Promise<void> {
  await db
    .updateTable('age_group')
    .set((eb) => ({ title, version: eb('version', '+', 1) }))
    .where('grp_idx', '=', grpIdx)
    .execute();
}

export async function deleteAgegroup(db: Database, grpIdx: number): Promise<void> {
  await db.deleteFrom('age_group').where('grp_idx', '=', grpIdx).execute();
}

export async function deleteAgegroups(db: Database, grpIdxs: readonly number[]): Promise<void> {
  await db.deleteFrom('age_group').where(sql<boolean>`grp_idx = any(${grpIdxs}::integer[])`).execute();
}
