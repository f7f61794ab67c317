import type { Feature } from '#kernel/mount/feature.ts';
import { imageChecks, imageFiles } from './image.checks.ts';
import { imageRoutes } from './images.routes.ts';
import { digestStored } from './stored-digests.ts';

/** The covers and previews of books. */
export const image: Feature = {
  name: 'image',
  wordsOf: 'book',
  constraints: {
    book_image__folder_key: { status: 409, key: 'book.image_of_another', field: 'values' },
  },
  checks: imageChecks,
  fileChecks: imageFiles,
  exported: { tables: ['book_image'] },
  register(kernel) {
    imageRoutes(kernel);
    digestStored(kernel);
  },
};
