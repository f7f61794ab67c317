import { z } from 'zod';
import { stayReasons } from '#features/registration/ends-rules.public.ts';
import { registrationStatuses } from '#features/registration/registration-rows.public.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { idxNumber, results } from '#kernel/work/fields.ts';
import { LearnerParams } from '../learner.contract.ts';

const shared = {
  memo: z.string().trim().max(2000).default(''),
  dry_run: z.boolean().default(false).describe('Only answers what it would do'),
};

const registrations = z.array(idxNumber).min(1).max(1000);

// A hundred years.
const mostDays = 36_525;

const end = z.int().describe('Seconds; 0 is for ever');

const Done = z.object({
  kept: z
    .partialRecord(z.enum(stayReasons), z.int())
    .describe(
      'How many stay as they are: `unknown`, not of this learner; `event`, taken out of its event instead; `canceled`; `over`; `not_canceled`; `runs`; `permanent`; `not_later`, it ends then or later; `nothing_left`',
    ),
  act_idx: z.int().nullable(),
  active: z.object({ before: z.int(), after: z.int() }).describe('How many registrations are active'),
  registrations: z
    .array(
      z.object({
        reg_idx: z.int(),
        cid: z.string(),
        collection: z.string(),
        before: z.object({ until: end, status: z.enum(registrationStatuses) }),
        after: z.object({ until: end, status: z.enum(registrationStatuses) }),
      }),
    )
    .describe('Those that change; 50 at most'),
});
export type EndsDone = z.output<typeof Done>;

const counted = <Name extends string>(name: Name) =>
  results(Done.extend({ [name]: z.int() } as Record<Name, z.ZodInt>));

export const endsApi = contract({
  'POST /api/v1/learner/:ref/extend': {
    summary: 'Extend registrations of a learner by days, or until a later day or moment, or for ever',
    params: LearnerParams,
    body: z.strictObject({
      registrations,
      days: z.int().min(1).max(mostDays).optional().describe('Added to the end, or to today once it is over'),
      until: z
        .union([StoredDay, z.int().min(0).max(endOfTime)])
        .optional()
        .describe('Instead of days: the last day, or seconds; 0 is for ever'),
      ...shared,
    }),
    idempotent: true,
    response: counted('extended'),
  },
  'POST /api/v1/learner/:ref/cancel': {
    summary: 'Cancel registrations of a learner: their codes count as cancelled',
    params: LearnerParams,
    body: z.strictObject({ registrations, ...shared }),
    idempotent: true,
    response: counted('canceled'),
  },
  'POST /api/v1/learner/:ref/restore': {
    summary: 'Restore cancelled registrations of a learner, with the ends that they had',
    params: LearnerParams,
    body: z.strictObject({ registrations, ...shared }),
    idempotent: true,
    response: counted('restored'),
  },
  'POST /api/v1/learner/:ref/again': {
    summary: 'Give a learner a registration again that was cancelled or shortened, for the days that were left then',
    params: LearnerParams,
    body: z.strictObject({ reg_idx: idxNumber, ...shared }),
    idempotent: true,
    response: counted('given'),
  },
});
