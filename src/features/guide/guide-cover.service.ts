import { z } from 'zod';
import type { ShownField } from '#kernel/changesets/kinds.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import { folderOf, pathOf, thumbPath } from '#kernel/images/image-paths.rules.ts';
import { bringImagesBack, leaveImages } from '#kernel/images/left-images.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { guideMessages } from './guide.messages.ts';
import { coverPrefix } from './guide.rules.ts';
import { guideKind } from './guide-item.service.ts';

/** A cover by its path, as the call that uploads it for a release answers it; null for none. */
export const coverPath = z.string().max(512).startsWith(coverPrefix).nullable().optional();

/** Stores a cover for a release, which gives it to an item of this guide later. */
export async function storeCover(ctx: Context, guiId: string, image: StoredImage): Promise<void> {
  await leaveImages(ctx, [image]);
  ctx.audit({
    entity: guideKind,
    id: guiId,
    action: `${guideKind}.cover_stored`,
    after: { cover: pathOf(image) },
  });
}

/** The cover at this path, which an item had or which is stored for one. */
export async function storedCover(ctx: Context, storage: Storage, path: string): Promise<StoredImage | undefined> {
  const missing = () => guideMessages.errorWith(404, 'guide.cover_not_found', { field: 'values' });
  return (await bringImagesBack(ctx, storage, [path], missing)).get(path);
}

/** A cover before and after, as a picture; nothing if there is neither. */
export function shownCovers(
  storage: Storage,
  named: Pick<ShownField, 'field' | 'label'>,
  before: Json | undefined,
  after: Json | undefined,
): ShownField[] {
  const pictures = (path: Json | undefined) =>
    typeof path === 'string'
      ? [
          {
            href: storage.publicUrl(thumbPath(folderOf(path), 'strip')),
            name: path.slice(path.lastIndexOf('/') + 1),
            open: storage.publicUrl(path),
          },
        ]
      : [];
  const [had, has] = [pictures(before), pictures(after)];
  if (had.length + has.length === 0) return [];
  return [{ ...named, before: had[0]?.name ?? '', after: has[0]?.name ?? '', pictures: { before: had, after: has } }];
}
