import type { Kernel } from '#kernel/feature.ts';
import { receiveImages, removeImages } from '#kernel/images/image-files.ts';
import { folderOf, pathOf } from '#kernel/images/image-paths.rules.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import { type CollectionImageKind, imageKinds } from '../collection.rules.ts';
import { collectionImagesApi } from './collection-images.contract.ts';
import { removeCollectionImage, setImage } from './collection-images.service.ts';
import { findImageFolders } from './collection-images.store.ts';

const prefix = 'images/collection/';
const fileTypes = imageKinds.map((kind) => `collection_${kind}` as const);

export function collectionImageRoutes({ api, files, storage }: Kernel): void {
  files.add({
    prefix,
    held: async (ctx, keys) => {
      const folders = new Set(await findImageFolders(ctx, [...new Set(keys.map(folderOf))]));
      return keys.filter((key) => folders.has(folderOf(key)));
    },
  });
  files.addRemovable({
    target_ctl: 'collection',
    file_types: fileTypes,
    remove: (ctx, { target_id, file_type, file_path }) =>
      removeCollectionImage(ctx, target_id, file_type.replace('collection_', '') as CollectionImageKind, file_path),
  });
  api(collectionImagesApi, {
    'POST /api/v1/collection/:cid/image/:kind': async ({ params: { cid, kind }, request, write }) => {
      const images = await receiveImages(storage, request, { field: 'collection_image', files: 1, prefix });
      await savingFiles(
        async () => {
          for (const image of images) await write((ctx) => setImage(ctx, cid, kind, image));
        },
        () => removeImages(storage, images),
      );
      return { results: { files: { collection_image: images.map(pathOf) } } };
    },
  });
}
