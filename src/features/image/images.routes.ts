import { findBids } from '#features/book/book-record.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { receiveImages } from '#kernel/http/image-form.ts';
import { removeImages, type StoredImage } from '#kernel/images/image-files.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { ownImages } from '#kernel/images/left-images.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import { imageChanges } from './image.changes.ts';
import { imagePrefix, maxPreviews } from './book-images.rules.ts';
import { imageApi } from './images.contract.ts';
import { addPreviews, orderPreviews, removeImage, setCover, storeForRelease } from './images.service.ts';
import { findFolders } from './images.store.ts';
import { dropImages, stagedOf, stagedPattern, takeImages, verifyImages } from './staged-images.service.ts';

// The limit of one call, so that it finishes within the time limit of calls.
const maxStaged = 1000;

export function imageRoutes({ api, files, storage, changeSets }: Kernel): void {
  changeSets.define(imageChanges(storage));
  ownImages(files, imagePrefix, findFolders);
  files.addUploads({ pattern: stagedPattern, maxBytes: maxImageBytes });
  files.addRemovable({
    target_ctl: 'book',
    file_types: ['book_cover', 'book_preview'],
    remove: (ctx, { target_id, file_type, file_path }) =>
      removeImage(ctx, storage, target_id, file_type === 'book_cover' ? 'cover' : 'preview', file_path),
  });

  /** Runs a save of images that are already stored; if it fails they are removed. */
  const saving = async (images: StoredImage[], save: () => Promise<void>): Promise<string[]> => {
    await savingFiles(save, () => removeImages(storage, images));
    return images.map(pathOf);
  };

  api(imageApi, {
    'POST /api/v1/book/:bid/cover': async ({ params: { bid }, query: { later }, request, write }) => {
      const images = await receiveImages(storage, request, { field: 'book_cover', files: 1, prefix: imagePrefix });
      const [image] = images;
      const book_cover = await saving(images, async () => {
        if (image) await write((ctx) => (later ? storeForRelease(ctx, bid, images) : setCover(ctx, bid, image)));
      });
      return { results: { files: { book_cover } } };
    },
    'POST /api/v1/book/:bid/preview': async ({ params: { bid }, query: { later }, request, write }) => {
      const images = await receiveImages(storage, request, {
        field: 'book_preview',
        files: maxPreviews,
        prefix: imagePrefix,
      });
      const book_preview = await saving(images, () =>
        write((ctx) => (later ? storeForRelease(ctx, bid, images) : addPreviews(ctx, bid, images))),
      );
      return { results: { files: { book_preview } } };
    },
    'PUT /api/v1/book/preview': ({ ctx, body }) => orderPreviews(ctx, body.bid, body.paths, body.base),
    'PUT /api/v1/image': async ({ ctx, body: { update }, write }) => {
      const staged = stagedOf(update);
      if (staged.length > maxStaged)
        throw new AppError(400, 'invalid.too_many', { limit: maxStaged }, { field: 'update' });
      const bids = [...new Set(staged.map(({ bid }) => bid))];
      const known = new Set(await findBids(ctx.db, bids));
      const unknown = bids.filter((bid) => !known.has(bid));
      if (unknown.length > 0)
        throw bookMessages.error(404, 'book.some_not_found', { bids: unknown.slice(0, 20).join(', ') });
      const { verified, refused } = await verifyImages(storage, staged);
      if (refused.length > 0) {
        await dropImages(storage, verified);
        const error_msg = ctx.text('book.images_refused', { count: refused.length });
        const rows = refused.map(({ staged: { bid, file }, problem: { key, values } }) => ({
          bid,
          file,
          message: ctx.text(key, values),
        }));
        return { results: { success: false, error_msg, rows } };
      }
      await savingFiles(
        () => write((within) => takeImages(within, storage, verified)),
        () => dropImages(storage, verified),
      );
      return { results: { cover: update.cover.length, preview: staged.length - update.cover.length } };
    },
  });
}
