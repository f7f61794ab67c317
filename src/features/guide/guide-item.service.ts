import { sql } from 'kysely';
import type { StoredImage } from '#kernel/images/image-files.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { bringImagesBack, requireImages, takeImagesAway } from '#kernel/images/left-images.ts';
import { beginAct, storeEffects } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { isFileAt } from '#kernel/storage/file-owners.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { cleanRichText } from '#kernel/text/rich-text.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ItemChange, NewItem, RangeChange } from './guide.contract.ts';
import { guideMessages } from './guide.messages.ts';
import { isRange, mostItems, type Range, tidyLegend } from './guide.rules.ts';
import {
  deleteItem,
  findCoverFolders,
  findDeleted,
  findItem,
  type ItemColumns,
  type ItemRow,
  insertDeleted,
  insertItem,
  listItems,
  lockItem,
  openGuide,
  touchGuide,
  updateItem,
} from './guide.store.ts';

export const guideKind = 'guide';
export const guideItemKind = 'guide_item';

const kind: RecordKind<number, ItemRow> = {
  entity: guideItemKind,
  missing: () => guideMessages.error(404, 'guide.item_not_found'),
  find: (ctx, id) => findItem(ctx.db, id),
  lock: (ctx, id) => lockItem(ctx.db, id),
  id: ({ itm_idx }) => itm_idx,
  audited: ({ title, link_title, description, legend, btn_title, btn_link, start, length, cover }) => ({
    title,
    link_title: filled(link_title),
    description: filled(description),
    legend: filled(legend),
    btn_title: filled(btn_title),
    btn_link: filled(btn_link),
    start,
    length,
    cover: cover && pathOf(cover),
  }),
  partOf: ({ gui_id: id }) => ({ entity: guideKind, id }),
  announce: async (ctx, { gui_id: id }) => {
    await touchGuide(ctx, id);
    ctx.changed(guideKind, id);
  },
};

const filled = (text: string) => (text === '' ? null : text);

/** An item; 404 if there is none, or if it is in another guide than the named one. */
export async function getItem(ctx: Context, id: number, guiId?: string): Promise<ItemRow> {
  const item = await getRecord(ctx, kind, id);
  requireOf(item, guiId);
  return item;
}

/**
 * Adds an item at the end of a guide; the first item creates the guide. With `drawn`, its number was drawn before, and it is
 * added by this act.
 */
export async function addItem(
  ctx: Context,
  { gui_id, start = 1, length = 1, ...texts }: NewItem,
  cover: StoredImage | null,
  drawn?: { id: number; act: number },
): Promise<ItemRow> {
  requireRange({ start, length });
  await openGuide(ctx, gui_id);
  const place = await nextPlace(ctx, gui_id);
  const { title, link_title = '', description = '', legend = '', btn_title = '', btn_link = '' } = texts;
  const clean = { description: cleanRichText(description), legend: tidyLegend(legend) };
  const columns = { title, link_title, ...clean, btn_title, btn_link };
  const id = await insertItem(ctx.db, { gui_id, place, ...columns, start, length, cover }, drawn?.id);
  return recordCreated(ctx, kind, id, drawn?.act);
}

/** Writes what differs. A replaced cover is kept for an undo. */
export function changeItem(
  ctx: Context,
  storage: Storage,
  { itm_idx: id, gui_id, version, _method, ...values }: ItemChange,
  cover?: StoredImage | null,
): Promise<ItemRow> {
  const { description, legend } = values;
  const clean = {
    description: description === undefined ? undefined : cleanRichText(description),
    legend: legend === undefined ? undefined : tidyLegend(legend),
  };
  return changeRecord(ctx, kind, id, {
    version,
    check: (before) => {
      requireOf(before, gui_id);
      requireRange({ start: values.start ?? before.start, length: values.length ?? before.length });
    },
    values: { ...values, ...clean, cover } satisfies Partial<Record<keyof ItemColumns, unknown>>,
    write: async (differing, { cover: old }) => {
      if (cover !== undefined && old) await leaveCover(ctx, storage, old);
      await updateItem(ctx.db, id, differing);
    },
  });
}

const leaveCover = (ctx: Context, storage: Storage, cover: StoredImage): Promise<void> =>
  takeImagesAway(ctx, storage, [cover], findCoverFolders);

/** Saves the columns that an item covers. */
export function changeRange(ctx: Context, { gui_id, itm_idx: id, version, ...range }: RangeChange): Promise<ItemRow> {
  return changeRecord(ctx, kind, id, {
    version,
    check: (before) => {
      requireOf(before, gui_id);
      requireRange(range);
    },
    values: range,
    write: (differing) => updateItem(ctx.db, id, differing),
  });
}

/** Removes the cover at this path from an item. */
export async function removeCover(ctx: Context, storage: Storage, id: number, path: string): Promise<void> {
  await changeRecord(ctx, kind, id, {
    version: undefined,
    check: ({ cover }) => {
      if (!cover || !isFileAt(storage, pathOf(cover), path))
        throw guideMessages.errorWith(404, 'guide.cover_not_found', { field: 'file_path' });
    },
    values: { cover: null },
    write: async (differing, { cover }) => {
      if (cover) await leaveCover(ctx, storage, cover);
      await updateItem(ctx.db, id, differing);
    },
  });
}

/** Deletes an item. Its cover stays stored, since the act can be undone. */
export async function removeItem(ctx: Context, id: number): Promise<number> {
  const act = await beginAct(ctx);
  const remove = (row: ItemRow) => deleteItem(ctx.db, row, { act, before: kind.audited(row) });
  await removeRecord(ctx, kind, id, remove, { act });
  return act;
}

/** Restores a deleted item with its number, at its old place or, in a guide that is shorter now, at the end. */
export async function insertItemBack(ctx: Context, _id: string, of: number): Promise<void> {
  const item = await findDeleted(ctx.db, of);
  if (!item) throw guideMessages.error(404, 'guide.item_not_found');
  const { gui_id, itm_idx, title } = item;
  await openGuide(ctx, gui_id);
  const last = await nextPlace(ctx, gui_id);
  await insertDeleted(ctx.db, { ...item, place: Math.min(item.place, last), version: item.version + 1 });
  // Also shown in the history of the guide.
  await storeEffects(await beginAct(ctx), guideKind, {
    from: sql`(select) one`,
    id: sql`${gui_id}::text`,
    before: sql`'{}'::jsonb`,
    after: sql`jsonb_build_object('title', ${title}::text)`,
  }).execute(ctx.db);
  await recordCreated(ctx, kind, itm_idx);
}

/** The place after all items of a guide; refused if it cannot have more. */
async function nextPlace(ctx: Context, guiId: string): Promise<number> {
  const place = (await listItems(ctx.db, guiId)).length + 1;
  if (place > mostItems) throw guideMessages.error(422, 'guide.full', { limit: mostItems });
  return place;
}

function requireRange(range: Range): void {
  if (!isRange(range)) throw guideMessages.errorWith(422, 'guide.range_rule', { field: 'start' });
}

/** An item that a call names together with a guide must be in that guide. */
function requireOf({ gui_id }: ItemRow, named: string | undefined): void {
  if (named !== undefined && named !== gui_id) throw kind.missing();
}

/** Gives an item earlier values from the audit trail, where an empty text is null. */
export async function restoreItem(
  ctx: Context,
  storage: Storage,
  id: string,
  { cover, ...values }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
  const back =
    typeof cover === 'string'
      ? (await bringImagesBack(ctx, storage, [cover])).get(cover)
      : cover === null
        ? null
        : undefined;
  await changeItem(ctx, storage, { ...texts, _method: 'PUT', itm_idx: Number(id) }, back);
}

/** Refuses if the cover that an item had is no longer kept. */
export async function requireCover(ctx: Context, { cover }: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof cover === 'string') await requireImages(ctx, [cover], findCoverFolders);
}
