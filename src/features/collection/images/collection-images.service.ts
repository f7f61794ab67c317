import type { StoredImage } from '#kernel/images/image-files.ts';
import { folderOf, pathOf } from '#kernel/images/image-paths.rules.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { isFileAt } from '#kernel/storage/file-owners.ts';
import { fileGone } from '#kernel/storage/set-aside.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { collectionMessages } from '../collection.messages.ts';
import { type CollectionImageKind, imageKinds } from '../collection.rules.ts';
import { type CollectionRow, updateCollection } from '../collection.store.ts';
import {
  findCurrentImages,
  findImage,
  findImagesIn,
  insertForLater,
  insertImage,
  pointImages,
} from '../collection-images.store.ts';
import { collectionEntity, collectionKind } from '../collection-record.service.ts';
import { makeVersion } from '../collection-versions.service.ts';

/** Sets a collection's image of a kind. The previous one stays stored, since versions refer to it. */
export async function setImage(
  ctx: Context,
  cid: string,
  kind: CollectionImageKind,
  image: StoredImage,
): Promise<void> {
  const row = await lockRecord(ctx, collectionKind, cid);
  const imgIdx = await insertImage(ctx.db, row.cidx, kind, image);
  await changeImage(ctx, row, kind, { imgIdx, path: pathOf(image) });
}

/** Stores an image of a collection, for a release to show it later. */
export async function storeImage(
  ctx: Context,
  cid: string,
  kind: CollectionImageKind,
  image: StoredImage,
): Promise<void> {
  const row = await lockRecord(ctx, collectionKind, cid);
  await insertForLater(ctx, row.cidx, kind, image);
  ctx.audit({ entity: collectionEntity, id: cid, action: 'collection.image_kept', after: { [kind]: pathOf(image) } });
}

/** Removes a collection's current image of a kind. */
export async function removeCollectionImage(
  ctx: Context,
  storage: Storage,
  cid: string,
  { kind, path }: { kind: CollectionImageKind; path: string },
): Promise<void> {
  const row = await lockRecord(ctx, collectionKind, cid);
  const current = (await findCurrentImages(ctx.db, row.cidx)).find((image) => image.kind === kind);
  if (!current || !isFileAt(storage, pathOf(current), path))
    throw collectionMessages.errorWith(404, 'collection.image_not_found', { field: 'file_path' });
  await changeImage(ctx, row, kind, null);
}

/** Makes a current or former image of a collection the current one of its kind; null leaves the kind without one. */
export async function showImage(
  ctx: Context,
  cid: string,
  kind: CollectionImageKind,
  { imgIdx, reason }: { imgIdx: number | null; reason?: string },
): Promise<void> {
  const row = await lockRecord(ctx, collectionKind, cid);
  if (imgIdx === (row.images[kind] ?? null)) return;
  const image = imgIdx === null ? undefined : await findImage(ctx.db, row.cidx, imgIdx);
  if (imgIdx !== null && !image) throw collectionMessages.error(409, 'collection.image_not_found');
  await changeImage(ctx, row, kind, image ? { imgIdx: image.img_idx, path: pathOf(image) } : null, reason);
}

/** Makes the images with these paths the current ones, for an undo; null leaves a kind without one. */
export async function restoreShownImages(
  ctx: Context,
  cid: string,
  paths: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { cidx } = await lockRecord(ctx, collectionKind, cid);
  const wanted = imageKinds.flatMap((kind) => {
    const path = paths[kind];
    return path === undefined ? [] : [{ kind, folder: typeof path === 'string' ? folderOf(path) : null }];
  });
  const folders = wanted.flatMap(({ folder }) => folder ?? []);
  const found = new Map((await findImagesIn(ctx.db, cidx, folders)).map((image) => [image.folder, image.img_idx]));
  if (folders.some((folder) => !found.has(folder))) throw fileGone();
  // One by one: each has its own audit row and version, and there are three at most.
  for (const { kind, folder } of wanted)
    await showImage(ctx, cid, kind, { imgIdx: folder === null ? null : (found.get(folder) ?? null) });
}

async function changeImage(
  ctx: Context,
  row: CollectionRow,
  kind: CollectionImageKind,
  next: { imgIdx: number; path: string } | null,
  reason?: string,
): Promise<void> {
  const { cid, cidx, images } = row;
  const before = (await findCurrentImages(ctx.db, cidx)).find((image) => image.kind === kind);
  const { [kind]: _replaced, ...others } = images;
  await pointImages(ctx.db, cidx, next ? { ...others, [kind]: next.imgIdx } : others);
  await updateCollection(ctx, cidx);
  ctx.audit({
    entity: collectionEntity,
    id: cid,
    action: 'collection.image_changed',
    before: { [kind]: before ? pathOf(before) : null },
    after: { [kind]: next?.path ?? null },
    reason,
  });
  ctx.changed(collectionEntity, cid);
  await makeVersion(ctx, cid, { reason });
}
