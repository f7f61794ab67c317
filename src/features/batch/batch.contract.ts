import { z } from 'zod';
import { bodyFields, newFields, recordFields } from '#kernel/records/record-fields.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { amount, currency, idx, idxNumber, inCurrency, results, success, version } from '#kernel/work/fields.ts';
import { type EndEvent, endEvents } from '#features/code/code-batch.public.ts';
import { batchStatuses, mostCodes } from './batch.rules.ts';
import { batchFields } from './batch-fields.rules.ts';

export const BatchParams = z.object({ cg_idx: idx });

const count = z.int().min(1).max(mostCodes);
// Longer than any contract. Days.
const longest = 36_500;

const moment = (day: string) =>
  z
    .union([z.int().min(0).max(endOfTime), z.literal('').transform(() => 0), StoredDay])
    .default(0)
    .describe(`Seconds, 0 is none; or a day, YYYY-MM-DD in the time zone of the office: ${day}`);

/** An end is a date, or a number of days after something. */
function endOnce(
  {
    valid_until: until,
    valid_days: days,
    valid_after: after,
  }: {
    valid_until: number | string;
    valid_days?: number | undefined;
    valid_after?: EndEvent | undefined;
  },
  ctx: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message });
  if (days === undefined && after === undefined) return;
  if (days === undefined) refuse('valid_days', 'invalid.required');
  else if (after === undefined) refuse('valid_after', 'invalid.required');
  else if (until !== 0) refuse('valid_until', 'code.two_ends');
}

const NewBatch = z
  .strictObject({
    cust_idx: idxNumber,
    cidx: idxNumber,
    ...newFields(batchFields),
    count,
    price: amount,
    currency,
    length: z.int().min(0).max(longest).default(0).describe('Days a code lasts once it is activated, 0 is for ever'),
    valid_from: moment('from its first moment'),
    valid_until: moment('until its last moment'),
    valid_days: z
      .int()
      .min(1)
      .max(longest)
      .optional()
      .describe('Instead of valid_until: how many whole days after `valid_after` a code ends that nobody activated'),
    valid_after: z.enum(endEvents).optional(),
  })
  .superRefine(inCurrency('price'))
  .superRefine(endOnce);
export type NewBatch = z.output<typeof NewBatch>;

/** What a lower quantity withdraws of a lot. */
export const LotLowered = z.strictObject({
  lot: z.int(),
  cancel: z.int().describe('How many of its codes are withdrawn'),
  delivered: z.int().describe('How many of these were in a delivery'),
});
export type LotLowered = z.output<typeof LotLowered>;

const BatchBody = z.strictObject({
  ...bodyFields(batchFields),
  count: count.optional(),
  price: amount.optional(),
  version,
  expects: z
    .strictObject({ issue: z.int(), cancel: z.int(), lots: z.array(LotLowered).optional() })
    .optional()
    .describe('The figures the caller was told; if they are others now, the change is refused with 409'),
  dry_run: z.boolean().default(false).describe('Only tells what it would do'),
});
export type BatchBody = z.output<typeof BatchBody>;

const Named = z.object({
  cg_idx: z.int(),
  title: z.string(),
  cust_idx: z.int(),
  customer: z.string(),
  cidx: z.int(),
  collection: z.string(),
  status: z.enum(batchStatuses),
  count: z.int(),
});

/** A batch with its current figures. Times in seconds, 0 means none. */
const BatchState = Named.extend({
  ...recordFields(batchFields),
  cid: z.string(),
  price: z.string(),
  currency: z.string(),
  length: z.int(),
  valid_from: z.int(),
  valid_until: z.int(),
  valid_days: z.int().describe('How many days after `valid_after` a code ends; 0 if it ends at valid_until or never'),
  valid_after: z.enum(endEvents).nullable(),
  reg_date: z.int(),
  created_by: z.string().nullable(),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
  version: z.int(),
  missing: z.int().describe('Of its quantity: how many are still to be issued'),
  issued: z.int().describe('Ever issued: its quantity, less what is missing, and those withdrawn'),
  withdrawn_codes: z.int().describe('Taken by lowering its quantity'),
  unused_codes: z.int().describe('Of its quantity: those that can be activated'),
  active_codes: z.int(),
  activated_codes: z.int().describe('Ever activated, whatever their state is now'),
  expired_codes: z.int(),
  canceled_codes: z.int().describe('Of its quantity: those cancelled, thus none that were withdrawn'),
  problem: z.string().nullable().describe('Why issuing failed'),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
});
export type BatchState = z.output<typeof BatchState>;

const Term = z.object({
  price: z.string(),
  currency: z.string(),
  /** Days, 0 means for ever. */
  length: z.int(),
});

const Terms = z.object({
  /** What one code costs now, as the collection has it. */
  prices: z.array(Term),
  /** The customer's newest batches of the collection. */
  orders: z.array(Term.extend({ cg_idx: z.int(), created_at: z.int(), count: z.int() })),
});
export type BatchTerms = z.output<typeof Terms>;

export const batchApi = contract({
  'GET /api/v1/code/batch/terms': {
    summary: 'The prices of a collection, and what a customer paid for it last: terms for a new batch',
    query: z.object({ cidx: idx, cust_idx: idx.optional() }),
    response: results(Terms),
  },
  'GET /api/v1/code/batch': {
    summary: 'Code batches that a search finds by title and memo, newest first, at most 20; for selectors',
    query: z.object({
      search: z.string().trim().max(200).default(''),
      cust_idx: idx.optional(),
      cidx: idx.optional(),
    }),
    replica: true,
    response: results(z.object({ batches: z.array(Named) })),
  },
  'POST /api/v1/code/batch': {
    forPrograms: true,
    summary: 'Add a batch and issue its codes in the background; its status tells when they are there',
    body: NewBatch,
    idempotent: true,
    response: results(z.object({ cg_idx: z.int() })),
  },
  'GET /api/v1/code/batch/:cg_idx': {
    forPrograms: true,
    summary: 'One batch: its status, how far issuing has come, and how many of its codes are in each state',
    params: BatchParams,
    response: results(BatchState),
  },
  'PUT /api/v1/code/batch/:cg_idx': {
    summary:
      'Change a batch; absent fields stay. More codes are issued in the background; for fewer, codes never activated are withdrawn: of lots not delivered first, the newest lot first',
    params: BatchParams,
    body: BatchBody,
    response: results(
      success.extend({
        version: z.int(),
        issue: z.int().describe('How many codes are issued'),
        cancel: z.int().describe('How many never activated codes are withdrawn'),
        lots: z.array(LotLowered).describe('These by lot, the newest first'),
        activated: z.int().describe('The least there can be: those ever activated'),
        act_idx: z.int().nullable().describe('The act that withdrew them, for its undo'),
        work_idx: z.int().nullable().describe('The job that withdraws them, see /api/v1/work'),
      }),
    ),
  },
  'DELETE /api/v1/code/batch/:cg_idx': {
    summary: 'Delete a batch into which no code was issued',
    params: BatchParams,
    response: results(success),
  },
  'POST /api/v1/code/batch/:cg_idx/cancel': {
    summary: 'Stop issuing: none of the codes under way are there then',
    params: BatchParams,
    response: results(success),
  },
  'POST /api/v1/code/batch/:cg_idx/issue': {
    summary: 'Issue what is missing of a batch whose issuing failed or was cancelled',
    params: BatchParams,
    response: results(success),
  },
});

export type BatchApi = typeof batchApi;
