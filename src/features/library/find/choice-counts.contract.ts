import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { bookFilter } from './book-filter.contract.ts';

/** The fields of the filter whose choices are counted: those with a few values. */
export const countedFields = [
  'status',
  'level',
  'category',
  'age_group',
  'language',
  'format',
  'missing',
  'readiness',
  'epub_check',
] as const;
export type CountedField = (typeof countedFields)[number];

const Counts = z.record(z.string(), z.int()).meta({ description: 'By value; a value that is absent has no book' });

export const choiceCountsApi = contract({
  'GET /api/v1/book/choice/count': {
    summary:
      'How many books each value of a filter would leave, beside the other filters; a field is absent if it would have to count more than 10,000',
    query: bookFilter.query,
    response: z.object({ results: z.partialRecord(z.enum(countedFields), Counts) }),
    replica: true,
  },
});
