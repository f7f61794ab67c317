import type { Context } from '#kernel/context.ts';
import type { References } from '#kernel/references.ts';
import { requireUnused } from '#kernel/references.ts';
import { byTitle } from '#kernel/i18n/by-title.ts';
import { requireFresh } from '#kernel/stale.ts';
import { agegroupMessages } from './agegroup.messages.ts';
import {
  type AgegroupRow,
  deleteAgegroup,
  findAgegroup,
  insertAgegroup,
  listAgegroups,
  updateAgegroup,
} from './agegroup.store.ts';

const entity = 'age_group';

/** Every age group by title. */
export async function sortedAgegroups(ctx: Context): Promise<AgegroupRow[]> {
  return (await listAgegroups(ctx.db)).toSorted(byTitle(ctx.locale));
}

async function getAgegroup(ctx: Context, grpIdx: number): Promise<AgegroupRow> {
  const row = await findAgegroup(ctx.db, grpIdx);
  if (!row) throw agegroupMessages.error(404, 'agegroup.not_found');
  return row;
}

export async function addAgegroup(ctx: Context, title: string): Promise<number> {
  const id = await insertAgegroup(ctx.db, title);
  ctx.audit({ entity, id, action: 'age_group.created', after: { title } });
  ctx.changed(entity, id);
  return id;
}

/** Renaming to the same title changes nothing and leaves no trace. */
export async function renameAgegroup(ctx: Context, id: number, title: string, version?: number): Promise<void> {
  const before = await getAgegroup(ctx, id);
  const record = { title: before.title };
  await requireFresh(ctx, { entity, id, current: before.version, loaded: version, record });
  if (before.title === title) return;
  await updateAgegroup(ctx.db, id, title);
  ctx.audit({ entity, id, action: 'age_group.updated', before: record, after: { title } });
  ctx.changed(entity, id);
}

export async function removeAgegroup(ctx: Context, references: References, id: number): Promise<void> {
  const before = await getAgegroup(ctx, id);
  await requireUnused(ctx, references, entity, id, 'agegroup.in_use');
  await deleteAgegroup(ctx.db, id);
  ctx.audit({ entity, id, action: 'age_group.deleted', before: { title: before.title } });
  ctx.changed(entity, id);
}
