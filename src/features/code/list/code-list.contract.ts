import { z } from 'zod';
import { AnyPage, PageNumber, PageSize } from '#kernel/db/paging.ts';
import { exportTypes, printType } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { readCode } from '../code.rules.ts';
import { codeStates } from '../code-state.rules.ts';
import { deliveryForms } from '../delivery/delivery.contract.ts';
import { printLayouts } from '../print/print.rules.ts';
import { codeFilter } from './code-filter.contract.ts';

/** The query of the list's address; the newest batch comes first always. */
export const CodeListQuery = codeFilter.address.extend({ page: PageNumber, size: PageSize });

export const CodeParams = z.object({ code: z.string().max(40).transform(readCode) });

/** A code with the times that decide its state. Times in seconds, 0 means none. */
const Code = z.object({
  code: z.string(),
  state: z.enum(codeStates),
  /** Cancelled for having been taken by a lower quantity. */
  withdrawn: z.boolean(),
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
  /** The code that replaced it, or that it replaces. */
  other: z.string().nullable(),
  memo: z.string(),
  /** The act of the change, for undoing it. */
  act_idx: z.int().nullable(),
});
export type CodeEvent = z.output<typeof CodeEvent>;

const CodeUse = z.object({ label: z.string(), kind: z.string(), href: z.string().nullable() });

export const codeListApi = contract({
  'GET /api/v1/code': {
    summary:
      'The codes that match, newest batch first: as a file that is recorded as a delivery (as=csv or xlsx, streamed, with their number in x-total-count; as=pdf for up to 10,000 to print), or one page of 100 as JSON (as=json), where `total` counts up to 10,000',
    query: codeFilter.query.extend({
      as: z.enum([...deliveryForms, 'json']).default('csv'),
      layout: z.enum(printLayouts).default('cards'),
      for: z.enum(['printer']).optional().describe('A sheet with what a card shows: the code, its address, its terms'),
      page: AnyPage,
    }),
    stream: [...exportTypes, printType, 'application/json; charset=utf-8'],
    response: results(z.object({ rows: z.array(Code), total: z.int(), page: z.int() })),
    replica: true,
  },
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
