import { sql } from 'kysely';
import type { FileCheck } from '#kernel/work/data-check.ts';
import { contentPrefix } from './files/content-keys.rules.ts';

/** The files that readers open. */
export const contentFiles: readonly FileCheck[] = [
  {
    name: 'book_content',
    prefixes: [contentPrefix],
    files: sql`
      select file_key as key, 'book ' || bid as record, size from book_content join book using (bidx)
      union all select cover_key, 'book ' || bid, null from book_content join book using (bidx) where cover_key is not null`,
    optional: sql`
      select file_key as key, 'kept content' as record, size from kept_content
      union all select cover_key, 'kept content', null from kept_content where cover_key is not null`,
  },
];
