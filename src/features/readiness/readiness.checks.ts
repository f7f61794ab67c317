import { sql } from 'kysely';
import type { DataCheck } from '#kernel/work/data-check.ts';

/** What always holds of what books lack. */
export const readinessChecks: readonly DataCheck[] = [
  {
    name: 'book_readiness',
    rule: 'What each book lacks is what is missing from it now.',
    mend: 'select renew_readiness(array(select bidx from book)); a book without a row: insert into book_readiness select * from missing_in(array[…])',
    differing: sql`
      select 'book ' || bid as record, array_to_string(r.missing, ', ') as stored, array_to_string(now.missing, ', ') as expected
      from missing_in(array(select bidx from book)) now join book using (bidx) left join book_readiness r using (bidx)
      where r.missing is distinct from now.missing`,
  },
];
