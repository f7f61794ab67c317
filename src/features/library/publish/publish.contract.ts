import { z } from 'zod';
import { type MissingFigures, noneMissing } from '#features/readiness/readiness-rules.public.ts';
import { Referring } from '#kernel/records/references.contract.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, succeeded } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { BookSelection, selectionLimits } from '../find/book-selection.contract.ts';

const missingFigures = Object.fromEntries(Object.keys(noneMissing).map((name) => [name, z.int()])) as {
  [Name in keyof MissingFigures]: z.ZodInt;
};

/** The effect of publishing or unpublishing on readers, counted over the books that would change. */
const PublishFigures = z.object({
  /** The number of books that lack something, by what they lack; `no_audio` are books with silent sentences. */
  ...missingFigures,
  sentences: z.int(),
  /** Sentences that need audio and have none. */
  silent: z.int(),
  /** Books that other records use or contain through others, such as collections. */
  used: z.int(),
  /** There are more books than were counted. */
  more: z.boolean(),
});
export type PublishFigures = z.output<typeof PublishFigures>;

const publishing = { published: z.boolean().default(true), dry_run: z.boolean().default(false) };

const bidList = longList(z.string().max(64), { min: 1, max: 10_000 });

export const publishApi = contract({
  'PUT /api/v1/book': {
    summary:
      'Publish books, or unpublish them with published false; dry_run returns how many would change and what that means for readers. Selections of more than 5,000 run as a job, see /api/v1/work',
    body: z.union([
      z.strictObject({ bids: bidList, ...publishing }),
      z.strictObject({ selection: BookSelection, ...publishing }),
    ]),
    ...selectionLimits,
    response: results(
      z.object({
        success: succeeded,
        changed: z.int(),
        /** For books named one by one: links to them. */
        links: z.array(z.object({ bid: z.string(), href: z.string() })),
        /** The number of selected books. */
        count: z.int().optional(),
        /** In a dry run: what readers gain or lose. */
        figures: PublishFigures.optional(),
        /** The figures as a question in the caller's language. */
        question: z
          .object({
            title: z.string(),
            body: z.string(),
            figures: z.array(z.string()),
            /** The collections and roadmaps in which unpublished books are no longer available. */
            lost_in: Referring.optional(),
          })
          .optional(),
        /** The act, see /api/v1/act. */
        act_idx: z.int().optional(),
        /** The job that runs it. */
        work_idx: z.int().optional(),
      }),
    ),
  },
});
