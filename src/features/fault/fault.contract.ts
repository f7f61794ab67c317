import { z } from 'zod';
import { AnyPage } from '#kernel/db/paging.ts';
import { faultGroups } from '#kernel/desk/faults.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, results } from '#kernel/work/fields.ts';
import { dismissals, leftReasons, mostByJob, mostFixed } from './fault.rules.ts';

export const FaultParams = z.object({ fault: z.string().min(1).max(40).describe('A kind, such as blank_ends') });

const FaultCount = z.object({
  fault: z.string(),
  group: z.enum(faultGroups),
  name: z.string().describe("In the caller's language"),
  count: z.int().nullable().describe('Null until it is counted'),
  at: z.int().nullable().describe('When it was counted, in seconds'),
  fixable: z.boolean().describe('Whether the product can mend it'),
});
export type FaultCount = z.output<typeof FaultCount>;

const FaultField = z.object({
  field: z.string(),
  label: z.string().describe("In the caller's language"),
  before: z.string(),
  after: z.string(),
});

const FaultRow = z.object({
  kind: z.string().describe('The kind of record'),
  id: z.string(),
  title: z.string(),
  href: z.string().nullable(),
  line: z.string().nullable().describe('What is wrong, where that is no field'),
  fields: z.array(FaultField).nullable().describe('What the fix sets; null where a person has to say'),
  dismissed: z
    .object({ reason: z.string(), until: z.enum(dismissals), at: z.int(), by: z.string().nullable() })
    .nullable(),
});
export type FaultRow = z.output<typeof FaultRow>;

const RecordId = z.string().min(1).max(200);

/** Some records, or all that are at fault but for some. */
const chosen = {
  ids: z.array(RecordId).min(1).max(mostFixed).optional(),
  all: z.literal(true).optional(),
  except: z.array(RecordId).max(mostFixed).optional().describe('With `all`: these are left out'),
};
const isOne = ({ ids, all }: { ids?: unknown; all?: unknown }) => (ids === undefined) !== (all === undefined);
const oneOf = { path: ['ids'], error: 'fault.ids_or_all' };

const Fix = z.strictObject({ ...chosen, dry_run: z.boolean().default(false) }).refine(isOne, oneOf);
const Dismissal = z
  .strictObject({
    ...chosen,
    reason: z.string().trim().min(1).max(500),
    until: z.enum(dismissals).default('change').describe('Until what the fault is about changes, or for good'),
  })
  .refine(isOne, oneOf);
const Restoring = z.strictObject(chosen).refine(isOne, oneOf);
export type Chosen = z.output<typeof Restoring>;
export type Dismissal = z.output<typeof Dismissal>;

const Fixed = z.object({
  changed: z.int(),
  left: z.partialRecord(z.enum(leftReasons), z.int()).describe('How many were left as they are, by the reason'),
  act_idx,
  work_idx: z
    .int()
    .optional()
    .describe(`The job that fixes them, if they are more than ${mostFixed.toLocaleString('en')}`),
});
export type Fixed = z.output<typeof Fixed>;

export const faultApi = contract({
  'GET /api/v1/fault': {
    summary:
      'The kinds of faults that stored records may have, with how many do. What takes long is counted in the background',
    response: results(z.array(FaultCount)),
  },
  'GET /api/v1/fault/:fault': {
    summary: 'The records with a kind of fault, a page of 100 at a time, with what its fix would set',
    params: FaultParams,
    query: z.object({ page: AnyPage, dismissed: z.enum(['0', '1']).default('0') }),
    response: results(z.object({ rows: z.array(FaultRow), total: z.int() })),
  },
  'POST /api/v1/fault/:fault/fix': {
    summary: `Fix a kind of fault in some records or in all, as one act that can be undone whole or for some records. More than ${mostFixed.toLocaleString('en')}, up to ${mostByJob.toLocaleString('en')}, are fixed by a job`,
    idempotent: true,
    params: FaultParams,
    body: Fix,
    response: results(Fixed),
  },
  'POST /api/v1/fault/:fault/dismiss': {
    summary: 'Say that a kind of fault is meant in some records, or in all that have it',
    params: FaultParams,
    body: Dismissal,
    response: results(z.object({ dismissed: z.int(), act_idx })),
  },
  'POST /api/v1/fault/:fault/restore': {
    summary: 'Take dismissals back: the records are at fault again',
    params: FaultParams,
    body: Restoring,
    response: results(z.object({ restored: z.int() })),
  },
});
