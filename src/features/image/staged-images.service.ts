import { sql } from 'kysely';
import { auditBookAct, problemOfUpload, type Refused, touchBooks } from '#features/book/book-act.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { flushImages, removeImages, type StoredImage, storeImage } from '#kernel/images/image-files.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { leaveImages } from '#kernel/images/left-images.ts';
import { beginAct, storeEffects } from '#kernel/records/acts.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { imagePrefix } from './book-images.rules.ts';
import {
  deleteImagesOf,
  type ImageKind,
  insertImages,
  lockBooks,
  type NewImage,
  type OrderedImage,
} from './images.store.ts';

/** A staged JPEG that is to become an image of its book. */
export interface StagedImage {
  bid: string;
  kind: ImageKind;
  /** From 1. */
  place: number;
  /** The file's name for staff. */
  file: string;
  /** Its staging key. */
  key: string;
}

/** An image of a book by the name staff give its file: `{bid}_cover.jpg`, `{bid}_preview_{n}.jpg`. */
function stagedImage(bid: string, kind: ImageKind, place: number): StagedImage {
  const file = kind === 'cover' ? `${bid}_cover.jpg` : `${bid}_preview_${place}.jpg`;
  return { bid, kind, place, file, key: `staging/${file}` };
}

/** The keys browsers may upload to here: JPEG only. */
export const stagedPattern = /^staging\/[A-Za-z0-9_-]{1,64}_(cover|preview_[1-9]\d{0,2})\.jpg$/;

/** The uploads that `PUT /api/v1/image` names. */
export function stagedOf(update: {
  cover: readonly string[];
  preview: Readonly<Record<string, number>>;
}): StagedImage[] {
  const covers = [...new Set(update.cover)].map((bid) => stagedImage(bid, 'cover', 1));
  const previews = Object.entries(update.preview).flatMap(([bid, max]) =>
    Array.from({ length: max }, (_, index) => stagedImage(bid, 'preview', index + 1)),
  );
  return [...covers, ...previews];
}

/** An upload verified as an image, and the image stored from it. */
export type VerifiedImage<S extends StagedImage = StagedImage> = S & { image: StoredImage };

// Concurrency; memory use is bounded where images are processed.
const lanes = 8;

/**
 * Verifies each upload and stores valid images under their own keys; the caller takes or drops them. If the storage
 * fails nothing is kept.
 */
export async function verifyImages<S extends StagedImage>(
  storage: Storage,
  all: readonly S[],
): Promise<{ verified: VerifiedImage<S>[]; refused: Refused<S>[] }> {
  const verified: VerifiedImage<S>[] = [];
  const refused: Refused<S>[] = [];
  try {
    await inLanes(all, lanes, async (staged) => {
      try {
        const image = await storeImage(storage, {
          key: staged.key,
          name: staged.file,
          formats: ['jpg'],
          prefix: imagePrefix,
        });
        verified.push({ ...staged, image });
      } catch (error) {
        refused.push({ staged, problem: problemOfUpload(error) });
      }
    });
    await flushImages(
      storage,
      verified.map(({ image }) => image),
    );
  } catch (error) {
    await dropImages(storage, verified);
    throw error;
  }
  return { verified, refused };
}

export const dropImages = (storage: Storage, verified: readonly VerifiedImage[]): Promise<void> =>
  removeImages(
    storage,
    verified.map(({ image }) => image),
  );

/** Assigns the new images to their books in one act, and removes the uploads after commit. */
export async function takeImages(ctx: Context, storage: Storage, verified: readonly VerifiedImage[]): Promise<void> {
  if (verified.length === 0) return;
  const books = await lockBooks(ctx.db, [...new Set(verified.map(({ bid }) => bid))]);
  const images = verified.map(({ bid, kind, place, image }): NewImage => {
    const bidx = books.get(bid);
    // Deleted since the request was made.
    if (bidx === undefined) throw bookMessages.error(404, 'book.some_not_found', { bids: bid });
    return { ...image, bidx, kind, place };
  });
  const before = await deleteImagesOf(ctx.db, images);
  await leaveImages(ctx, before);
  await insertImages(ctx.db, images);
  await touchBooks(ctx, sql`select unnest(${[...books.keys()]}::text[])`);
  await recordAct(ctx, books, before, images);
  leaveFiles(
    ctx,
    storage,
    verified.map(({ key }) => key),
  );
}

/** One act, with the images before and after for the history of each book. */
async function recordAct(
  ctx: Context,
  books: ReadonlyMap<string, number>,
  before: readonly OrderedImage[],
  after: readonly OrderedImage[],
): Promise<void> {
  const [had, has] = [Map.groupBy(before, ({ bidx }) => bidx), Map.groupBy(after, ({ bidx }) => bidx)];
  const rows = [...books].map(([bid, bidx]) => ({ bid, before: shown(had.get(bidx)), after: shown(has.get(bidx)) }));
  const act = await beginAct(ctx);
  const from = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as done (bid text, before jsonb, after jsonb)`;
  await storeEffects(act, 'book', { from, id: sql`bid`, before: sql`before`, after: sql`after` }).execute(ctx.db);
  const count = (kind: ImageKind) => after.filter((image) => image.kind === kind).length;
  auditBookAct(ctx, act, 'images_changed', { cover: count('cover'), preview: count('preview') });
}

/** A book's images as shown in its history. */
function shown(images: readonly OrderedImage[] = []) {
  const [cover] = images.filter(({ kind }) => kind === 'cover').map(pathOf);
  const preview = images.filter(({ kind }) => kind === 'preview').map(pathOf);
  return { ...(cover !== undefined && { cover }), ...(preview.length > 0 && { preview }) };
}
