import { z } from 'zod';
import { LearnerId, learnerRef } from '#features/registration/registration.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { idxNumber, results } from '#kernel/work/fields.ts';
import { LearnerParams } from './learner.contract.ts';

const shared = {
  memo: z.string().trim().max(2000).default(''),
  dry_run: z.boolean().default(false).describe('Only answers what it would do'),
};

/** One of the two learners: how many registrations they have before and after. */
const Side = z.object({
  learner_id: z.string(),
  ref: learnerRef,
  since: z.int().describe('When their first registration was made; 0 if they are not known here'),
  before: z.int(),
  after: z.int(),
});

const until = z.int().nullable().describe('Seconds; 0 is for ever, null if there is none');

const Done = z.object({
  kept: z
    .partialRecord(z.enum(['both', 'unknown']), z.int())
    .describe(
      '`both`: what both have is kept once, with the longer end; `unknown`: not of this learner, or kept in another',
    ),
  act_idx: z.int().nullable(),
  from: Side,
  to: Side,
  collections: z
    .array(
      z.object({
        cid: z.string(),
        collection: z.string(),
        from_until: until,
        to_until: until,
        until,
        both: z.boolean(),
      }),
    )
    .describe('What moves, by collection; 50 at most'),
  events: z.array(
    z.object({
      event_idx: z.int(),
      name: z.string(),
      before: z.int().describe('Participants'),
      after: z.int(),
      participant_limit: z.int(),
    }),
  ),
});
export type MoveDone = z.output<typeof Done>;

export const moveApi = contract({
  'POST /api/v1/learner/:ref/move': {
    summary: 'Move registrations to another learner ID; reports, customers and statements stay as they are',
    params: LearnerParams,
    body: z.strictObject({ registrations: z.array(idxNumber).min(1).max(1000), to: LearnerId, ...shared }),
    idempotent: true,
    response: results(Done.extend({ moved: z.int() })),
  },
  'POST /api/v1/learner/:ref/merge': {
    summary: 'Merge a learner ID into another one of the same person, who then has all registrations of both',
    params: LearnerParams,
    body: z.strictObject({ into: LearnerId, ...shared }),
    idempotent: true,
    response: results(Done.extend({ merged: z.int() })),
  },
});
