import { z } from 'zod';
import { codeStates } from '#features/code/code.public.ts';
import { eventStatuses } from '#features/event/event.public.ts';
import { NearCode } from '#features/registration/near.public.ts';
import { learnerRef } from '#features/registration/registration.public.ts';
import { RefusedTry } from '#features/registration/tries.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { reference } from '#kernel/work/sealed-filter.ts';
import { codeActs } from './code-acts.rules.ts';

/** The text as pasted: a code in any spelling, or the ID of a learner, for which a reference may stand. */
export const CardQuery = z.object({ text: z.union([z.string().trim().min(1).max(200), reference]) });

const Segment = z.object({ text: z.string(), href: z.string().nullable(), strong: z.boolean() });
export type Segment = z.output<typeof Segment>;

const story = z.array(Segment).describe("One sentence in the caller's language, in pieces, some of which are links");

/** A code of a batch. Times in seconds, 0 means none. */
const CodeCard = z.object({
  kind: z.literal('code'),
  code: z.string(),
  state: z.enum(codeStates),
  withdrawn: z.boolean().describe('Cancelled for good, by a lowered quantity or a replacement'),
  leaked: z.boolean().describe('Withdrawn because a file with it leaked'),
  story,
  cust_idx: z.int(),
  customer: z.string(),
  cg_idx: z.int(),
  batch: z.string(),
  lot: z.int(),
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
  days_left: z.int().nullable().describe('From today to its last day; null if it has no end, or has ended'),
  learner_id: z.string().nullable().describe('Who has redeemed it'),
  ref: learnerRef.nullable(),
  replaced_by: z.string().nullable(),
  delivered: z
    .object({ at: z.int(), to: z.string(), as: z.string() })
    .nullable()
    .describe('The first file with codes of its lot that was delivered'),
  extends: z
    .object({ field: z.enum(['valid_until', 'expired_date']), from: z.string() })
    .nullable()
    .describe('What extending it sets, and the day from which days are added; null if it cannot be extended'),
  tries: z.array(RefusedTry).describe('The last refused tries to redeem it'),
  refused: z
    .record(z.enum(codeActs), z.string().nullable())
    .describe("Why an act is not possible now, in the caller's language; null if it is"),
});
export type CodeCard = z.output<typeof CodeCard>;

const EventCard = z.object({
  kind: z.literal('event'),
  code: z.string(),
  event_idx: z.int(),
  name: z.string(),
  status: z.enum(eventStatuses),
  story,
  cid: z.string(),
  collection: z.string(),
  from: z.int(),
  until: z.int(),
  participants: z.int(),
  participant_limit: z.int(),
  places_left: z.int().nullable().describe('Null if there is no limit'),
});
export type EventCard = z.output<typeof EventCard>;

const LearnerCard = z.object({
  kind: z.literal('learner'),
  learner_id: z.string(),
  ref: learnerRef,
  story,
  registrations: z.int(),
  active: z.int(),
  last: z.object({ registered_at: z.int(), cid: z.string(), collection: z.string(), code: z.string().nullable() }),
  rights: z
    .array(
      z.object({
        reg_idx: z.int(),
        collection: z.string(),
        active: z.boolean(),
        expires_at: z.int().describe('Seconds; 0 without an end'),
        canceled_at: z.int().describe('Seconds; 0 if it is not cancelled'),
      }),
    )
    .describe('The last registrations, at most five'),
});
export type LearnerCard = z.output<typeof LearnerCard>;

const UnknownCard = z.object({
  kind: z.literal('unknown'),
  code: z.string(),
  near: z
    .array(NearCode)
    .describe(
      'At most five codes one slip away: one character differs, two are look-alikes, or two neighbours are swapped',
    ),
  tries: z
    .array(RefusedTry)
    .describe('The last tries to redeem it: what was never issued is recognized, and never read'),
  left: z.int().describe('How many other unknown codes the caller may look up within the period'),
  wait: z.int().describe('Seconds until the next try; until then there are no near misses'),
});
export type UnknownCard = z.output<typeof UnknownCard>;

const Card = z.discriminatedUnion('kind', [CodeCard, EventCard, LearnerCard, UnknownCard]);
export type Card = z.output<typeof Card>;

export const cardApi = contract({
  'GET /api/v1/card': {
    summary: 'What a text is: a code of a batch or of an event, a learner, or an unknown code with its near misses',
    query: CardQuery,
    response: results(Card),
  },
});
