import type { Feature } from '#kernel/mount/feature.ts';
import { imageChecks, imageFiles } from './image.checks.ts';
import { imageRoutes } from './images.routes.ts';

/** The covers and previews of books. */
export const image: Feature = {
  name: 'image',
  wordsOf: 'book',
  checks: imageChecks,
  fileChecks: imageFiles,
  register: imageRoutes,
};
