import { z } from 'zod';
import { codeForm, readCode } from '#features/code/code.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { LearnerId, learnerRef } from '../learner-id.contract.ts';
import { registrationWays } from '../registration.rules.ts';

export const TypedCode = z.string().max(100).transform(readCode).pipe(z.string().regex(codeForm, 'code.form_rule'));

const Redeem = z.strictObject({
  code: TypedCode.describe('12 characters; dashes, spaces and small letters do not matter'),
  learner_id: LearnerId,
});
export type Redeem = z.output<typeof Redeem>;

const Registered = z.object({
  reg_idx: z.int(),
  learner_id: z.string(),
  ref: learnerRef,
  code: z.string(),
  kind: z.enum(registrationWays),
  event_idx: z.int().nullable(),
  cidx: z.int(),
  cid: z.string(),
  collection: z.string(),
  registered_at: z.int(),
  expires_at: z.int().describe('In seconds; 0 is never'),
  repeated: z.boolean().describe('The learner had joined the event before: this is that registration'),
});
export type Registered = z.output<typeof Registered>;

/** A code as shown to staff before they redeem it. */
const Redeemable = z.object({
  code: z.string(),
  kind: z.enum(registrationWays),
  cust_idx: z.int().nullable(),
  customer: z.string().nullable(),
  cg_idx: z.int().nullable(),
  batch: z.string().nullable(),
  event_idx: z.int().nullable(),
  event: z.string().nullable(),
  cid: z.string(),
  collection: z.string(),
  expires_at: z.int().describe('Until when a learner would have the collection who redeems it now; 0 is for ever'),
  problem: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why it cannot be redeemed now'),
  redeemed_by: z.string().nullable().describe('The learner who has redeemed it'),
  ref: learnerRef.nullable(),
});
export type Redeemable = z.output<typeof Redeemable>;

const redeem = {
  body: Redeem,
  ownTransaction: true,
  idempotent: true,
  response: results(Registered),
} as const;

export const redeemApi = contract({
  'GET /api/v1/code/redeem': {
    summary: 'What a code is, whose, and what a learner gets who redeems it; 404 if there is none',
    query: z.object({ code: TypedCode }),
    response: results(Redeemable),
  },
  'POST /api/v1/code/redeem': {
    summary: 'Redeem the code of a batch or of an event for a learner; answers the registration',
    ...redeem,
  },
  'POST /portal/v1/redeem': {
    summary: 'Redeem the code of a batch or of an event for a learner, with an API key that may redeem',
    permission: 'key:redeem',
    stability: 'stable',
    ...redeem,
  },
});
