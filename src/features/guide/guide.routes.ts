import type { FastifyRequest } from 'fastify';
import { type ArrivingFile, readFileForm } from '#kernel/http/file-form.ts';
import { receiveImage, receiveImages } from '#kernel/http/image-form.ts';
import { flushImages, removeImages, type StoredImage } from '#kernel/images/image-files.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { ownImages } from '#kernel/images/left-images.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import { guideApi, ItemForm } from './guide.contract.ts';
import { listGuides, readItems, shownItem } from './guide.read.ts';
import { coverPrefix } from './guide.rules.ts';
import { findCoverFolders, type ItemRow } from './guide.store.ts';
import { storeCover } from './guide-cover.service.ts';
import { addItem, changeItem, changeRange, removeCover, removeItem } from './guide-item.service.ts';
import { orderKey, reorderItems } from './guide-order.service.ts';

export function guideCalls({ api, files, storage }: Kernel): void {
  api(guideApi, {
    'GET /api/v1/extra/series_guide': async ({ ctx, query }) => {
      const items = await readItems(ctx, storage, query.gui_id);
      return { results: { items, base: orderKey(items) } };
    },
    'GET /api/v1/extra/series_guide/all': async ({ ctx }) => {
      const guides = await listGuides(ctx, storage);
      return { results: guides.map(({ covers: _covers, ...guide }) => guide) };
    },
    'POST /api/v1/extra/series_guide': async ({ body, request, write }) => {
      const save = (form: ItemForm, cover: StoredImage | null) => write((ctx) => saveItem(ctx, storage, form, cover));
      const item = await (body ? save(body, null) : receiveForm(storage, request, save));
      return { results: { item: shownItem(storage, item) } };
    },
    'POST /api/v1/extra/guide/:gui_id/cover': async ({ params, request, write }) => {
      const images = await receiveImages(storage, request, { field: 'cover', files: 1, prefix: coverPrefix });
      await savingFiles(
        async () => {
          for (const image of images) await write((ctx) => storeCover(ctx, params.gui_id, image));
        },
        () => removeImages(storage, images),
      );
      return { results: { files: { cover: images.map(pathOf) } } };
    },
    'PUT /api/v1/extra/series_guide': async ({ ctx, body }) => {
      const done =
        'items' in body ? { base: await reorderItems(ctx, body) } : { version: (await changeRange(ctx, body)).version };
      return { results: done };
    },
    'DELETE /api/v1/extra/series_guide/:itm_idx': async ({ ctx, params }) => ({
      results: { act_idx: await removeItem(ctx, params.itm_idx) },
    }),
  });
  ownImages(files, coverPrefix, findCoverFolders);
  files.addRemovable({
    target_ctl: 'series_guide',
    file_types: ['cover'],
    remove: (ctx, { target_id, file_path }) => removeCover(ctx, storage, idx.catch(0).parse(target_id), file_path),
  });
}

const saveItem = (ctx: Context, storage: Storage, form: ItemForm, cover: StoredImage | null): Promise<ItemRow> =>
  '_method' in form ? changeItem(ctx, storage, form, cover ?? undefined) : addItem(ctx, form, cover);

/** Saves a form with its cover; a refused one leaves no file behind. */
async function receiveForm<T>(
  storage: Storage,
  request: FastifyRequest,
  save: (form: ItemForm, cover: StoredImage | null) => Promise<T>,
): Promise<T> {
  const discard = (image: StoredImage) => removeImages(storage, [image]);
  const store = async (file: ArrivingFile) => {
    const image = await receiveImage(storage, file, { prefix: coverPrefix, field: 'cover' });
    await flushImages(storage, [image]);
    return image;
  };
  const { fields, file: cover } = await readFileForm(request, { fields: ItemForm, file: 'cover', store, discard });
  return savingFiles(
    () => save(fields, cover),
    async () => cover && discard(cover),
  );
}
