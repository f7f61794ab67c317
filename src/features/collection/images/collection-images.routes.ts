import { receiveImages } from '#kernel/http/image-form.ts';
import { view } from '#kernel/http/web.ts';
import { removeImages } from '#kernel/images/image-files.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { keysIn } from '#kernel/images/left-images.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import { CollectionParams } from '../collection.contract.ts';
import { type CollectionImageKind, imageKinds } from '../collection.rules.ts';
import { findImageFolders, imagePrefix as prefix } from '../collection-images.store.ts';
import { readCollectionHead } from '../record/collection-head.read.ts';
import { collectionTabHref } from '../record/collection-tabs.rules.ts';
import { collectionImagesApi } from './collection-images.contract.ts';
import { loadCollectionImages } from './collection-images.read.ts';
import { removeCollectionImage, setImage, storeImage } from './collection-images.service.ts';
import type CollectionImages from './collection-images.view.tsx';

const fileTypes = imageKinds.map((kind) => `collection_${kind}` as const);

export function collectionImageRoutes(kernel: Kernel): void {
  const { api, files, storage, web } = kernel;
  files.add({ prefix, referenced: (ctx, keys) => keysIn(ctx, keys, findImageFolders) });
  files.addRemovable({
    target_ctl: 'collection',
    file_types: fileTypes,
    remove: (ctx, { target_id, file_type, file_path }) =>
      removeCollectionImage(ctx, storage, target_id, {
        kind: file_type.replace('collection_', '') as CollectionImageKind,
        path: file_path,
      }),
  });
  api(collectionImagesApi, {
    'POST /api/v1/collection/:cid/image/:kind': async ({ params: { cid, kind }, query: { later }, request, write }) => {
      const images = await receiveImages(storage, request, { field: 'collection_image', files: 1, prefix });
      await savingFiles(
        async () => {
          for (const image of images) await write((ctx) => (later ? storeImage : setImage)(ctx, cid, kind, image));
        },
        () => removeImages(storage, images),
      );
      return { results: { files: { collection_image: images.map(pathOf) } } };
    },
  });
  web.page(collectionTabHref(':cid', 'images'), {
    view: view<typeof CollectionImages>('collection/images/collection-images'),
    shows: ({ head }) => ({ kind: 'collection', id: head.collection.cid }),
    title: (_, { head }) => head.collection.title,
    params: CollectionParams,
    load: async ({ ctx, params }) => {
      const { head } = await readCollectionHead(ctx, kernel, params.cid);
      return { head, images: await loadCollectionImages(ctx, storage, head.collection.cidx) };
    },
  });
}
