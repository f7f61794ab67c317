import { sql } from 'kysely';
import type { AppError } from '../messages/errors.ts';
import type { FileOwners } from '../storage/file-owners.ts';
import { unreferencedLifetimeMs } from '../storage/left-files.ts';
import { fileGone, putBack, setAside } from '../storage/set-aside.ts';
import type { Storage } from '../storage/storage.ts';
import type { Context } from '../work/context.ts';
import { type StoredImage, storedImage } from './image-files.ts';
import { imageKeys } from './image-keys.ts';
import { folderOf, keysOf } from './image-paths.rules.ts';

/** Those of the given folders whose image a record has. */
type Folders = (ctx: Context, folders: readonly string[]) => Promise<readonly string[]>;

/** Notes images that a record no longer has: they are kept for a day, for an undo. */
export async function leaveImages(ctx: Context, images: readonly StoredImage[]): Promise<void> {
  if (images.length === 0) return;
  const left_at = ctx.now.toISOString();
  await ctx.db
    .insertInto('left_image')
    .values(images.map((image) => ({ ...storedImage(image), left_at })))
    .onConflict((conflict) => conflict.column('folder').doUpdateSet({ left_at }))
    .execute();
}

/** Takes images from their addresses, unless a record has them again by then. */
export async function takeImagesAway(
  ctx: Context,
  storage: Storage,
  images: readonly StoredImage[],
  folders: Folders,
): Promise<void> {
  await leaveImages(ctx, images);
  await setAside(ctx, storage, images.flatMap(keysOf), (later, keys) => keysIn(later, keys, folders));
}

/**
 * The images that a record had at these paths, or that are kept for it, by path, at their addresses again. Throws `gone` if
 * one is no longer kept.
 */
export async function bringImagesBack(
  ctx: Context,
  storage: Storage,
  paths: readonly string[],
  gone: () => AppError = fileGone,
): Promise<Map<string, StoredImage>> {
  const left = await ctx.db
    .selectFrom('left_image')
    .select(['folder', 'file_name', 'width', 'height', 'size', 'digest'])
    .where(sql<boolean>`folder = any(${paths.map(folderOf)}::text[])`)
    .execute();
  const byFolder = new Map(left.map((image) => [image.folder, image]));
  const images = new Map<string, StoredImage>();
  for (const path of paths) {
    const image = byFolder.get(folderOf(path));
    if (!image) throw gone();
    images.set(path, image);
  }
  const keys = left.flatMap(keysOf);
  if ((await putBack(ctx, storage, keys)).length < keys.length) throw gone();
  return images;
}

/** Refuses if one of the images that records have or had at these paths is no longer kept. */
export async function requireImages(ctx: Context, paths: readonly string[], folders: Folders): Promise<void> {
  const wanted = [...new Set(paths.map(folderOf))];
  const kept = new Set([...(await folders(ctx, wanted)), ...(await listLeft(ctx, wanted))]);
  if (wanted.some((folder) => !kept.has(folder))) throw fileGone();
}

const longAgo = ({ now }: Context): string => new Date(now.getTime() - unreferencedLifetimeMs).toISOString();

/** Those of the given folders whose image was left less than a day ago. */
async function listLeft(ctx: Context, folders: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('left_image')
    .select('folder')
    .where('left_at', '>=', longAgo(ctx))
    .where(sql<boolean>`folder = any(${folders}::text[])`)
    .execute();
  return rows.map(({ folder }) => folder);
}

/** Those of the given keys of images that are in folders found by `find`. */
export async function keysIn(ctx: Context, keys: readonly string[], find: Folders): Promise<string[]> {
  const folders = new Set(await find(ctx, [...new Set(keys.map(folderOf))]));
  return keys.filter((key) => folders.has(folderOf(key)));
}

/**
 * Owns the files below a prefix: those of images that a record has, that one left less than a day ago, and that a set of
 * changes will give to one.
 */
export function ownImages(files: FileOwners, prefix: string, folders: Folders): void {
  const awaited: Folders = (ctx, wanted) => files.awaited(ctx, wanted);
  for (const find of [folders, listLeft, awaited])
    files.add({ prefix, referenced: (ctx, keys) => keysIn(ctx, keys, find) });
}

/** The files below a prefix of images that records left, for a `FileCheck`. */
export const leftImageKeys = (prefix: string) =>
  imageKeys(sql`
    select 'left image' as record, folder, file_name, size from left_image where starts_with(folder, ${prefix}::text)`);
