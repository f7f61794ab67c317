import { BookParams } from '#features/book/book-record.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, Seen, success } from '#kernel/work/fields.ts';

export const bookPageApi = contract({
  'POST /book/delete/:bid': {
    summary: 'Delete an unused book and everything that belongs to it',
    params: BookParams,
    query: Seen,
    response: results(success),
  },
});
