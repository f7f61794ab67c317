import { z } from 'zod';
import { touchBook } from '#features/book/book-act.public.ts';
import { storedImage } from '#kernel/images/image-files.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { bringImagesBack, leaveImages, requireImages } from '#kernel/images/left-images.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import type { FieldsBack } from '#kernel/records/undoable.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockImages, pathsOf } from './images.service.ts';
import { deleteImagesOf, findFolders, type ImageKind, insertImages } from './images.store.ts';

/** Images of a book as the trail names them, by their paths. */
const Earlier = z.object({
  cover: z.string().nullable().optional(),
  preview: z.array(z.string()).optional(),
});

const asLists = (values: unknown): [ImageKind, string[]][] => {
  const { cover, preview } = Earlier.parse(values);
  const covers: [ImageKind, string[]][] = cover === undefined ? [] : [['cover', cover === null ? [] : [cover]]];
  return [...covers, ...(preview ? [['preview', preview] satisfies [ImageKind, string[]]] : [])];
};

/** The cover of a book comes back, or its previews as a whole. */
export const imagesBack = (storage: Storage): FieldsBack => ({
  write: (ctx, bid, values) => restoreImages(ctx, storage, bid, values),
  require: (ctx, values) =>
    requireImages(
      ctx,
      asLists(values).flatMap(([, paths]) => paths),
      findFolders,
    ),
});

/** Gives a book a cover or previews that it had, or that are kept for it. Those that it has now stay for a day. */
export async function restoreImages(
  ctx: Context,
  storage: Storage,
  bid: string,
  values: object,
  gone?: () => AppError,
): Promise<void> {
  const { bidx, images } = await lockImages(ctx, bid);
  const had = new Map(images.map((image) => [pathOf(image), image]));
  const lists = asLists(values);
  const wanted = lists.flatMap(([, paths]) => paths);
  const back = await bringImagesBack(
    ctx,
    storage,
    wanted.filter((path) => !had.has(path)),
    gone,
  );
  const removed = await deleteImagesOf(
    ctx.db,
    lists.map(([kind]) => ({ kind, bidx })),
  );
  await leaveImages(
    ctx,
    removed.filter((image) => !wanted.includes(pathOf(image))),
  );
  const placed = lists.flatMap(([kind, paths]) =>
    paths.flatMap((path, index) => {
      const image = had.get(path) ?? back.get(path);
      return image ? [{ ...storedImage(image), bidx, kind, place: index + 1 }] : [];
    }),
  );
  await insertImages(ctx.db, placed);
  const before = Object.fromEntries(lists.map(([kind]) => [kind, shownOf(kind, pathsOf(images, kind))]));
  const after = Object.fromEntries(lists.map(([kind, paths]) => [kind, shownOf(kind, paths)]));
  ctx.audit({ entity: 'book', id: bid, action: 'book.images_changed', before, after });
  await touchBook(ctx, bid);
}

const shownOf = (kind: ImageKind, paths: readonly string[]) => (kind === 'cover' ? (paths[0] ?? null) : paths);
