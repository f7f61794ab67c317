import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { StorageError } from '#kernel/storage/storage.ts';
import { auditBookAct, insertActRows, nextBookAct } from '../book-act.store.ts';
import { bookMessages } from '../book.messages.ts';
import { removeImages, storeImage } from './image-files.service.ts';
import { pathOf } from './image-paths.ts';
import {
  deleteImagesOf,
  type ImageKind,
  insertImages,
  lockBooks,
  type NewImage,
  type PlacedImage,
  type StoredImage,
} from './images.store.ts';

/** One upload that waits to become a picture of its book. */
export interface Staged {
  bid: string;
  kind: ImageKind;
  /** From 1. */
  place: number;
}

export interface RefusedUpload {
  bid: string;
  /** Its name, as the importer's files are called. */
  file: string;
  message: string;
}

/** The name staff give the file: `{bid}_cover.jpg`, `{bid}_preview_{n}.jpg`. */
const fileOf = ({ bid, kind, place }: Staged) =>
  kind === 'cover' ? `${bid}_cover.jpg` : `${bid}_preview_${place}.jpg`;
const keyOf = (staged: Staged) => `staging/${fileOf(staged)}`;

/** What browsers may upload for this: JPEG alone. */
export const stagedPattern = /^staging\/[A-Za-z0-9_-]{1,64}_(cover|preview_[1-9]\d{0,2})\.jpg$/;

/** The uploads that `PUT /api/v1/image` names. */
export function stagedOf(update: { cover: readonly string[]; preview: Readonly<Record<string, number>> }): Staged[] {
  const covers = [...new Set(update.cover)].map((bid): Staged => ({ bid, kind: 'cover', place: 1 }));
  const previews = Object.entries(update.preview).flatMap(([bid, max]) =>
    Array.from({ length: max }, (_, index): Staged => ({ bid, kind: 'preview', place: index + 1 })),
  );
  return [...covers, ...previews];
}

interface Verified extends Staged {
  image: StoredImage;
}

// Beside each other; how much memory they take is bounded where pictures are made.
const lanes = 8;

/** Verifies each upload and stores it at keys of its own. Nothing is kept where one is refused. */
export async function verifyStaged(
  ctx: Context,
  storage: Storage,
  all: readonly Staged[],
): Promise<{ verified: Verified[]; refused: RefusedUpload[] }> {
  const verified: Verified[] = [];
  const refused: RefusedUpload[] = [];
  const waiting = all.values();
  const work = async () => {
    for (const staged of waiting) {
      try {
        const image = await storeImage(storage, { key: keyOf(staged), name: fileOf(staged), formats: ['jpg'] });
        verified.push({ ...staged, image });
      } catch (error) {
        refused.push({ bid: staged.bid, file: fileOf(staged), message: reasonOf(ctx, error) });
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, work));
  } catch (error) {
    await dropVerified(storage, verified);
    throw error;
  }
  if (refused.length > 0) await dropVerified(storage, verified);
  return { verified, refused };
}

export const dropVerified = (storage: Storage, verified: readonly Verified[]): Promise<void> =>
  removeImages(
    storage,
    verified.map(({ image }) => image),
  );

/** What is wrong with an upload, in the caller's language; a fault of ours goes on as one. */
function reasonOf(ctx: Context, error: unknown): string {
  if (error instanceof StorageError && error.code === 'storage.not_found') return ctx.text('book.image_not_uploaded');
  if (error instanceof AppError && error.status < 500) return ctx.text(error.code, error.values);
  throw error;
}

/** Points the books at their new pictures in one act, and lets go of the uploads once that is certain. */
export async function takeStaged(ctx: Context, storage: Storage, verified: readonly Verified[]): Promise<void> {
  const books = await lockBooks(ctx.db, [...new Set(verified.map(({ bid }) => bid))]);
  const images = verified.map(({ bid, kind, place, image }): NewImage => {
    const bidx = books.get(bid);
    // Deleted since it was asked for.
    if (bidx === undefined) throw bookMessages.error(404, 'book.some_not_found', { bids: bid });
    return { ...image, bidx, kind, place };
  });
  const before = [];
  for (const kind of ['cover', 'preview'] as const) {
    const bidxs = images.filter((image) => image.kind === kind).map(({ bidx }) => bidx);
    before.push(...(await deleteImagesOf(ctx.db, kind, [...new Set(bidxs)])));
  }
  await insertImages(ctx.db, images);
  await recordAct(ctx, books, before, images);
  ctx.afterCommit(async () => {
    for (const staged of verified) await storage.remove(keyOf(staged));
  });
}

/** One act, and for the history of each book what it had and what it has. */
async function recordAct(
  ctx: Context,
  books: ReadonlyMap<string, number>,
  before: readonly PlacedImage[],
  after: readonly PlacedImage[],
): Promise<void> {
  const [had, has] = [Map.groupBy(before, ({ bidx }) => bidx), Map.groupBy(after, ({ bidx }) => bidx)];
  const rows = [...books].map(([bid, bidx]) => ({ bid, before: shown(had.get(bidx)), after: shown(has.get(bidx)) }));
  const act = await nextBookAct(ctx.db);
  const done = sql`
    select bid, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as done (bid text, before jsonb, after jsonb)`;
  await insertActRows(act, done).execute(ctx.db);
  const count = (kind: ImageKind) => after.filter((image) => image.kind === kind).length;
  auditBookAct(ctx, act, 'images_changed', { cover: count('cover'), preview: count('preview') });
}

/** A book's pictures as its history shows them. */
function shown(images: readonly PlacedImage[] = []) {
  const [cover] = images.filter(({ kind }) => kind === 'cover').map(pathOf);
  const preview = images.filter(({ kind }) => kind === 'preview').map(pathOf);
  return { ...(cover !== undefined && { cover }), ...(preview.length > 0 && { preview }) };
}
