import { z } from 'zod';
import { Referring } from '#kernel/records/references.contract.ts';
import { contract } from '#kernel/work/contract.ts';
import { idxNumber, results, succeeded } from '#kernel/work/fields.ts';
import { BookSelection, selectionLimits } from '../find/book-selection.contract.ts';

/** One field of a book and its new value; null clears it. A level also sets the series. */
export const BookChange = z.union([
  z.strictObject({ ser_idx: idxNumber }),
  z.strictObject({ lev_idx: idxNumber }),
  z.strictObject({ cat_idx: idxNumber.nullable() }),
  z.strictObject({ grp_idx: idxNumber.nullable() }),
  z.strictObject({ language: z.string().nullable() }),
  z.strictObject({ format: z.string() }),
]);
export type BookChange = z.output<typeof BookChange>;

const dryRun = { dry_run: z.boolean().default(false) };

/** The number of selected and of changed books, the job that changes them, and the act to undo. */
const outcome = {
  success: succeeded,
  count: z.int(),
  changed: z.int(),
  work_idx: z.int().optional(),
  act_idx: z.int().optional(),
};

export const bookBulkApi = contract({
  'PUT /api/v1/book/change': {
    summary:
      'Set one field of the selected books. A new series keeps the title of the level, and books whose level it lacks stay as they are. dry_run only counts; selections of more than 5,000 run as a job, see /api/v1/work',
    body: z.strictObject({ selection: BookSelection, change: BookChange, ...dryRun }),
    ...selectionLimits,
    response: results(
      z.object({
        ...outcome,
        /** Books that already have this value. */
        same: z.int(),
        /** Books that cannot take it, with the most common reasons. */
        refused: z.object({ count: z.int(), reasons: z.array(z.object({ message: z.string(), count: z.int() })) }),
      }),
    ),
  },
  'DELETE /api/v1/book': {
    summary:
      'Delete the selected books and everything that belongs to them, except those in use. dry_run only counts; selections of more than 5,000 run as a job, see /api/v1/work',
    body: z.strictObject({ selection: BookSelection, ...dryRun }),
    ...selectionLimits,
    response: results(
      z.object({
        ...outcome,
        words: z.int(),
        sentences: z.int(),
        files: z.int(),
        /** Books that are kept because something uses them; the first ten by name. */
        kept: z.object({ count: z.int(), first: z.array(z.object({ bid: z.string(), title: z.string() })) }),
        /** What contains the others only through their series or level, and loses them. */
        lost_in: Referring,
      }),
    ),
  },
});
