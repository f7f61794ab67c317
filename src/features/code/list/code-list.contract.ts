import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { codeStates } from '../code-state.rules.ts';
import { CodeParams } from '../find/code-filter.contract.ts';

/** A code with the times that decide its state. Times in seconds, 0 means none. */
export const Code = z.object({
  code: z.string(),
  state: z.enum(codeStates),
  /** Cancelled for having been taken by a lower quantity. */
  withdrawn: z.boolean(),
  /** Withdrawn because a file with it leaked. */
  leaked: z.boolean(),
  cg_idx: z.int(),
  batch: z.string(),
  /** Which issue of its batch it is of, from 1. */
  lot: z.int(),
  cust_idx: z.int(),
  customer: z.string(),
  cid: z.string(),
  collection: z.string(),
  issued_at: z.int(),
  valid_from: z.int(),
  valid_until: z.int(),
  waits_for: z.enum(['delivery', 'vend']).nullable().describe('What its end waits for, `valid_days` before it'),
  valid_days: z.int(),
  activated_date: z.int(),
  expired_date: z.int(),
  is_canceled: z.int(),
  /** Days, 0 means for ever. */
  length: z.int(),
  /** The price of one code of its batch, a decimal. */
  price: z.string(),
  currency: z.string(),
});

/** An event in the history of a code. */
const CodeEvent = z.object({
  at: z.int(),
  /** The staff ID; null for the product itself and for learners. */
  actor: z.string().nullable(),
  kind: z.enum(['issued', 'changed', 'activated', 'expired', 'replaced', 'replaces']),
  /** The changed column, with its values before and after. */
  field: z.enum(['length', 'valid_until', 'expired_date', 'is_canceled']).nullable(),
  before: z.int(),
  after: z.int(),
  /** Cancelled by a lower quantity. */
  withdrawn: z.boolean(),
  /** Because a file with it leaked. */
  leaked: z.boolean(),
  /** The code that replaced it, or that it replaces. */
  other: z.string().nullable(),
  memo: z.string(),
  /** The act of the change, for undoing it. */
  act_idx: z.int().nullable(),
});
export type CodeEvent = z.output<typeof CodeEvent>;

const CodeUse = z.object({ label: z.string(), kind: z.string(), href: z.string().nullable() });

export const codeListApi = contract({
  'GET /api/v1/code/:code': {
    summary: 'One code of a batch with its history, typed with or without dashes and in any case',
    params: CodeParams,
    response: results(
      z.object({
        code: Code,
        history: z.array(CodeEvent),
        /** What it was redeemed for. */
        uses: z.array(CodeUse),
      }),
    ),
  },
});

export type CodeDetail = z.output<(typeof codeListApi)['GET /api/v1/code/:code']['response']>['results'];
