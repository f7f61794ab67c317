import type { Context } from '#kernel/context.ts';
import type { References } from '#kernel/references.ts';
import { requireUnused } from '#kernel/references.ts';
import { byTitle } from '#kernel/i18n/by-title.ts';
import { requireFresh } from '#kernel/stale.ts';
import { categoryMessages } from './category.messages.ts';
import {
  type CategoryRow,
  deleteCategory,
  findCategory,
  insertCategory,
  listCategories,
  updateCategory,
} from './category.store.ts';

const entity = 'category';

/** Every category by title. */
export async function sortedCategories(ctx: Context): Promise<CategoryRow[]> {
  return (await listCategories(ctx.db)).toSorted(byTitle(ctx.locale));
}

async function getCategory(ctx: Context, catIdx: number): Promise<CategoryRow> {
  const row = await findCategory(ctx.db, catIdx);
  if (!row) throw categoryMessages.error(404, 'category.not_found');
  return row;
}

export async function addCategory(ctx: Context, title: string): Promise<number> {
  const id = await insertCategory(ctx.db, title);
  ctx.audit({ entity, id, action: 'category.created', after: { title } });
  ctx.changed(entity, id);
  return id;
}

/** Renaming to the same title changes nothing and leaves no trace. */
export async function renameCategory(ctx: Context, id: number, title: string, version?: number): Promise<void> {
  const before = await getCategory(ctx, id);
  const record = { title: before.title };
  await requireFresh(ctx, { entity, id, current: before.version, loaded: version, record });
  if (before.title === title) return;
  await updateCategory(ctx.db, id, title);
  ctx.audit({ entity, id, action: 'category.updated', before: record, after: { title } });
  ctx.changed(entity, id);
}

export async function removeCategory(ctx: Context, references: References, id: number): Promise<void> {
  const before = await getCategory(ctx, id);
  await requireUnused(ctx, references, entity, id, 'category.in_use');
  await deleteCategory(ctx.db, id);
  ctx.audit({ entity, id, action: 'category.deleted', before: { title: before.title } });
  ctx.changed(entity, id);
}
