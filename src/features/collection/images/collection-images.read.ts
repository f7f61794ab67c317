import { type ShownImage, shownImage } from '#kernel/images/shown-image.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CollectionImageKind, imageKinds } from '../collection.rules.ts';
import { findCurrentImages } from '../collection-images.store.ts';

/** The current images of a collection by kind; null if there is none. */
export type CollectionImages = Record<CollectionImageKind, ShownImage | null>;

/** Loads the images panel. */
export async function loadCollectionImages(ctx: Context, storage: Storage, cidx: number): Promise<CollectionImages> {
  const found = await findCurrentImages(ctx.db, cidx);
  const show = (kind: CollectionImageKind) => {
    const image = found.find((one) => one.kind === kind);
    return image ? shownImage(storage, image) : null;
  };
  return Object.fromEntries(imageKinds.map((kind) => [kind, show(kind)])) as CollectionImages;
}
