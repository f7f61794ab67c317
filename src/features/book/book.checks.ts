import { sql } from 'kysely';
import { imageKeys } from '#kernel/images/image-keys.ts';
import { leftImageKeys } from '#kernel/images/left-images.ts';
import type { DataCheck, FileCheck } from '#kernel/work/data-check.ts';
import { contentPrefix } from './content/content-files.service.ts';
import { imagePrefix } from './images/image-limits.rules.ts';

/** What always holds of what is derived from books. */
export const bookChecks: readonly DataCheck[] = [
  {
    name: 'book_readiness',
    rule: 'What each book lacks is what is missing from it now.',
    mend: 'select renew_readiness(array(select bidx from book)); a book without a row: insert into book_readiness select * from missing_in(array[…])',
    differing: sql`
      select 'book ' || bid as record, array_to_string(r.missing, ', ') as stored, array_to_string(now.missing, ', ') as expected
      from missing_in(array(select bidx from book)) now join book using (bidx) left join book_readiness r using (bidx)
      where r.missing is distinct from now.missing`,
  },
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

/** The files of books. */
export const bookFiles: readonly FileCheck[] = [
  {
    name: 'book_image',
    prefixes: [imagePrefix],
    files: imageKeys(sql`
      select 'book ' || bid as record, folder, file_name, size from book_image join book using (bidx)`),
    optional: leftImageKeys(imagePrefix),
  },
  {
    name: 'book_content',
    prefixes: [contentPrefix],
    files: sql`
      select file_key as key, 'book ' || bid as record, size from book_content join book using (bidx)
      union all select cover_key, 'book ' || bid, null from book_content join book using (bidx) where cover_key is not null`,
  },
  {
    name: 'sentence',
    prefixes: ['audios/', 'test/audios/'],
    files: sql`
      select audio_key as key, 'sentence ' || sent_idx as record, audio_size as size from sentence where audio_key is not null`,
    optional: sql`select audio_key as key, 'kept audio' as record, audio_size as size from kept_audio`,
  },
];
