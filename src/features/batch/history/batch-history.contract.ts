import { z } from 'zod';
import { changedFields, leftReasons } from '#features/code/code-change.public.ts';
import { AnyPage } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';

/** What can happen to the codes of a batch. */
const historyKinds = [
  'issued',
  'raised',
  'lowered',
  'changed',
  'undone',
  'replaced',
  'replacement_undone',
  'leaked',
  'leak_undone',
  'delivered',
  'handed',
  'handed_back',
  'updated',
  'failed',
  'stopped',
  'cancelled',
  'resumed',
] as const;

/** One event, in figures; those that its kind does not have are null. Times in seconds. */
const BatchHistoryEntry = z.object({
  at: z.int(),
  actor: z.string().nullable(),
  kind: z.enum(historyKinds),
  /** The act, while it can be undone. */
  undo: z.int().nullable(),
  memo: z.string(),
  /** The quantity before and after. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** How many codes were issued, withdrawn, changed, restored, replaced or delivered. */
  codes: z.int().nullable(),
  /** These by lot, the newest first; of those withdrawn, how many had been delivered. */
  lots: z.array(z.object({ lot: z.int(), codes: z.int(), delivered: z.int() })),
  /** How many an undo left as they were, because they were changed since. */
  kept: z.int().nullable(),
  /** The column of codes that was set, and to what; null for the undo of such a change. */
  field: z.enum(changedFields).nullable(),
  value: z.int().nullable(),
  /** How many codes a change left as they were, by reason. */
  left: z.partialRecord(z.enum(leftReasons), z.int()),
  /** To whom codes were delivered, and as what. */
  recipient: z.string().nullable(),
  /** The day of a delivery, YYYY-MM-DD. */
  day: z.string().nullable(),
  format: z.string().nullable(),
  /** The delivery, while some of its codes may be unused. */
  delivery: z.int().nullable(),
  /** The act on a leaked file, which has a page. */
  leak: z.int().nullable(),
  /** The other fields of the batch that were changed. */
  fields: z.array(z.object({ name: z.enum(['title', 'price', 'memo']), before: z.string(), after: z.string() })),
});
export type BatchHistoryEntry = z.output<typeof BatchHistoryEntry>;

export const batchHistoryApi = contract({
  'GET /api/v1/code/batch/:cg_idx/history': {
    summary:
      'Everything that happened to the codes of a batch, newest first, 100 a page: issues, raises, lowerings, changes of codes, replacements, leaked files, undos and deliveries',
    params: z.object({ cg_idx: idx }),
    query: z.object({ page: AnyPage }),
    response: results(z.object({ lines: z.array(BatchHistoryEntry), total: z.int(), page: z.int() })),
  },
});
