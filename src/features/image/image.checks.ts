import { sql } from 'kysely';
import { imageKeys } from '#kernel/images/image-keys.ts';
import { leftImageKeys } from '#kernel/images/left-images.ts';
import type { DataCheck, FileCheck } from '#kernel/work/data-check.ts';
import { imagePrefix } from './book-images.rules.ts';

export const imageChecks: readonly DataCheck[] = [
  {
    name: 'book_without_cover',
    rule: 'The books without a cover are those that have none.',
    mend: 'Insert or delete the row of this book in book_without_cover.',
    differing: sql`
      select 'book ' || bid as record, case when w.bidx is null then 'a cover' else 'no cover' end as stored,
        case when i.bidx is null then 'no cover' else 'a cover' end as expected
      from book b left join book_without_cover w using (bidx)
      left join (select distinct bidx from book_image where kind = 'cover') i using (bidx)
      where (w.bidx is null) <> (i.bidx is not null)`,
  },
];

/** The images of books. */
export const imageFiles: readonly FileCheck[] = [
  {
    name: 'book_image',
    prefixes: [imagePrefix],
    files: imageKeys(sql`
      select 'book ' || bid as record, folder, file_name, size from book_image join book using (bidx)`),
    optional: leftImageKeys(imagePrefix),
  },
];
