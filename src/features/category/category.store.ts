import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

export interface CategoryRow {
  cat_idx: number;
  title: string;
  version: number;
}

export type CategoryName = Omit<CategoryRow, 'version'>;

export function listCategories(db: Database): Promise<CategoryRow[]> {
  return db.selectFrom('category').select(['cat_idx', 'title', 'version']).orderBy('cat_idx').execute();
}

/** The row, locked until the transaction ends. */
export async function findCategory(db: Database, catIdx: number): Promise<CategoryRow | undefined> {
  return db
    .selectFrom('category')
    .select(['cat_idx', 'title', 'version'])
    .where('cat_idx', '=', catIdx)
    .forUpdate()
    .executeTakeFirst();
}

export function findCategoriesByTitle(db: Database, titles: readonly string[]): Promise<CategoryName[]> {
  return db.selectFrom('category').select(['cat_idx', 'title']).where(sql<boolean>`title = any(${titles})`).execute();
}

export async function insertCategory(db: Database, title: string): Promise<number> {
  const row = await db.insertInto('category').values({ title }).returning('cat_idx').executeTakeFirstOrThrow();
  return row.cat_idx;
}

/** Adds the titles that nobody has; answers those added. In one order, so that two bulk acts never wait for each other. */
export function insertCategories(db: Database, titles: readonly string[]): Promise<CategoryName[]> {
  return db
    .insertInto('category')
    .columns(['title'])
    .expression(sql`select title from unnest(${titles}::text[]) as title order by title`)
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning(['cat_idx', 'title'])
    .execute();
}

export async function updateCategory(db: Database, catIdx: number, title: string): Promise<void> {
  await db
    .updateTable('category')
    .set((eb) => ({ title, version: eb('version', '+', 1) }))
    .where('cat_idx', '=', catIdx)
    .execute();
}

export async function deleteCategory(db: Database, catIdx: number): Promise<void> {
  await db.deleteFrom('category').where('cat_idx', '=', catIdx).execute();
}

export async function deleteCategories(db: Database, catIdxs: readonly number[]): Promise<void> {
  await db.deleteFrom('category').where(sql<boolean>`cat_idx = any(${catIdxs}::integer[])`).execute();
}
