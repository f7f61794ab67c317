import type { Feature } from '#kernel/mount/feature.ts';
import { unownedIn } from '#kernel/storage/unowned-files.ts';
import { epubCheckRoutes } from './check/epub-check.routes.ts';
import { contentChanges } from './content.changes.ts';
import { contentFiles } from './content.checks.ts';
import { contentRoutes } from './content.routes.ts';

/** The files of books that readers open, and the check of EPUBs. */
export const content: Feature = {
  name: 'content',
  wordsOf: 'book',
  constraints: {
    book_content__file_idx: { status: 409, key: 'book.content_of_another', field: 'values' },
  },
  fileChecks: contentFiles,
  exported: { tables: ['book_content', 'epub_check', 'kept_content', 'kept_epub_check'] },
  register(kernel) {
    contentRoutes(kernel);
    epubCheckRoutes(kernel);
    kernel.files.addUnowned(unownedIn('kept_content', 'file_key', 'unused_since'));
    kernel.changeSets.define(contentChanges(kernel));
  },
};
