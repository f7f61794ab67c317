import { z } from 'zod';
import { LearnerId, learnerRef } from '#features/registration/registration.public.ts';
import { registrationStatuses } from '#features/registration/registration-rows.public.ts';
import { RefusedTry } from '#features/registration/tries.public.ts';
import { AnyPage } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';

/** A learner in an address: the reference that lists answer, or the ID itself, percent-encoded. */
export const LearnerParams = z.object({ ref: z.string().min(1).max(2000) });

/** The numbers of registrations in an address, with commas between them. */
export const Numbers = z
  .string()
  .max(12_000)
  .transform((text) =>
    text
      .split(',')
      .filter((one) => /^\d{1,15}$/.test(one))
      .map(Number),
  )
  .optional();

/** The ID in the address of a call. */
export const LearnerInCall = LearnerId;

/** A registration as the learner's page shows it. Times in seconds. */
const LearnerRegistration = z.object({
  reg_idx: z.int(),
  cid: z.string(),
  collection: z.string(),
  books: z.int().describe('How many books the collection opens'),
  code: z.string().nullable().describe('The access code; null if made by an event'),
  cg_idx: z.int().nullable(),
  batch: z.string().nullable(),
  cust_idx: z.int().nullable(),
  customer: z.string().nullable(),
  event_idx: z.int().nullable(),
  event: z.string().nullable(),
  registered_at: z.int(),
  expires_at: z.int().describe('0 means never'),
  canceled_at: z.int().describe('0 if it is not cancelled'),
  status: z.enum(registrationStatuses),
});
export type LearnerRegistration = z.output<typeof LearnerRegistration>;

const LearnerHistory = z.object({
  at: z.int(),
  actor: z
    .string()
    .nullable()
    .describe(
      'Who of the staff did it for this learner; null for what they did themselves, and for a code that was cancelled otherwise',
    ),
  action: z.string().describe("In the caller's language"),
  about: z.string().describe('The collection, or what changed; empty of a refused try'),
  code: z.string().nullable().describe('The code that was redeemed, cancelled or refused; null if none that exists'),
});
export type LearnerHistory = z.output<typeof LearnerHistory>;

const Learner = z.object({
  learner_id: z.string(),
  ref: learnerRef,
  erased_at: z.int().describe('When the ID was erased that this is the pseudonym of; 0 if it is none'),
  total: z.int().describe('How many registrations there are'),
  active: z.int(),
  collections: z.int().describe('How many collections are open to the learner now'),
  books: z.int().describe('How many books they open'),
  since: z.int().describe('When the first registration was made; 0 if there is none'),
  registrations: z.array(LearnerRegistration).describe('A page of them, the newest first'),
  tries: z.array(RefusedTry).describe('What was refused last, of 90 days; /tries has the rest'),
  history: z.array(LearnerHistory).describe('What happened last, the newest first'),
});
export type Learner = z.output<typeof Learner>;

export const learnerApi = contract({
  'GET /api/v1/learner/:ref': {
    summary:
      'What a learner has, how they got it and until when, a page of 100 at a time; one who is not known has nothing',
    params: LearnerParams,
    query: z.object({ page: AnyPage }),
    response: results(Learner),
  },
});
