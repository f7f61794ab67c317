import type { Feature } from '#kernel/mount/feature.ts';
import { epubCheckRoutes } from './check/epub-check.routes.ts';
import { contentFiles } from './content.checks.ts';
import { contentRoutes } from './content.routes.ts';

/** The files of books that readers open, and the check of EPUBs. */
export const content: Feature = {
  name: 'content',
  wordsOf: 'book',
  fileChecks: contentFiles,
  register(kernel) {
    contentRoutes(kernel);
    epubCheckRoutes(kernel);
  },
};
