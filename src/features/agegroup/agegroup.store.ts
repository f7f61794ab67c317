import type { Database } from '#kernel/db/database.ts';

export interface AgegroupRow {
  grp_idx: number;
  title: string;
  version: number;
}

export function listAgegroups(db: Database): Promise<AgegroupRow[]> {
  return db.selectFrom('age_group').select(['grp_idx', 'title', 'version']).orderBy('title').execute();
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

export async function insertAgegroup(db: Database, title: string): Promise<number> {
  const row = await db.insertInto('age_group').values({ title }).returning('grp_idx').executeTakeFirstOrThrow();
  return row.grp_idx;
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
