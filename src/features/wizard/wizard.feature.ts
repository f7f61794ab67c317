import type { Feature } from '#kernel/mount/feature.ts';
import { importPages } from './import-pages.routes.ts';

/** The screens of the import, a page for each step. */
export const wizard: Feature = {
  name: 'wizard',
  wordsOf: 'import',
  register: importPages,
};
