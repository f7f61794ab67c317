import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { mostBooks } from '../roadmap.rules.ts';

const NewWords = z.object({
  rows: z
    .array(z.array(z.int().nullable()))
    .describe('For each book: how many of its words no book before it has; null if it has no words yet'),
  most: z.int().describe('The most new words that a row should have; 0 for any number'),
});
export type NewWords = z.output<typeof NewWords>;

export const newWordsApi = contract({
  'POST /api/v1/roadmap/new_words': {
    summary: 'How many words readers have not met at each book of an arrangement, stored or not; changes nothing',
    body: z.strictObject({ rows: longList(z.array(z.string().min(1).max(64)).max(mostBooks), { max: 20_000 }) }),
    bodyLimit: 1 << 20,
    bodyValues: 40_000,
    response: results(NewWords),
  },
});
