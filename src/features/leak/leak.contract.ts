import { z } from 'zod';
import { learnerRef } from '#features/registration/registration.public.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { idx, idxNumber, results } from '#kernel/work/fields.ts';

export const BatchParams = z.object({ cg_idx: idx });

const LeakBody = z
  .strictObject({
    delivery: idxNumber.optional().describe('The delivery that leaked (`del_idx`)'),
    lot: idxNumber.optional().describe('The lot that leaked; with neither, the batch'),
    since: z
      .union([z.int().min(0).max(endOfTime), StoredDay])
      .optional()
      .describe('Since when redemptions may be doubtful: seconds, or a day; by default, since the codes first left'),
    memo: z.string().trim().max(2000).default(''),
    expects: z
      .strictObject({ lots: z.array(z.int()).max(10_000) })
      .optional()
      .describe('The lots the caller was told of; if codes of another would be frozen, the act is refused with 409'),
    dry_run: z.boolean().default(false).describe('Only answers what it would do'),
  })
  .refine(({ delivery, lot }) => delivery === undefined || lot === undefined, {
    path: ['lot'],
    error: 'invalid.format',
  });
export type LeakBody = z.output<typeof LeakBody>;

/** A redemption that looks doubtful. Its time is in seconds. */
export const Doubtful = z.object({
  reg_idx: z.int(),
  at: z.int(),
  code: z.string(),
  learner_id: z.string(),
  ref: learnerRef,
  burst: z.int().describe('How many codes were redeemed within seconds of each other, with this one; 0 if few'),
  of_learner: z.int().describe('How many of the codes this learner redeemed; 0 if few'),
});
export type Doubtful = z.output<typeof Doubtful>;

const Leaked = z.object({
  frozen: z.int().describe('Unused codes that are withdrawn'),
  replaced: z.int().describe('Codes issued in their place, as one lot with the same terms'),
  redeemed: z.int().describe('Codes that were redeemed before, and stay'),
  redeemed_since: z.int().describe('Of these, since `since`'),
  others: z.int().describe('Codes that expired unused or were cancelled or withdrawn before, and stay'),
  doubtful: z
    .array(z.int())
    .describe(
      'Redemptions since `since` that look doubtful (reg_idx): several by one learner, or within seconds; 1,000 at most',
    ),
  redemptions: z.array(Doubtful).describe('The first of these'),
  since: z.int().describe('Seconds'),
  orders: z.int().describe('Orders of shops whose codes are frozen: each gets the new one in its place'),
  links: z.int().describe("Links to the partner's page of the batch, which close"),
  lots: z.array(z.int()).describe('The lots of the frozen codes'),
  lot: z.int().nullable().describe('The lot of the new codes'),
  act_idx: z.int().nullable().describe('The act, for its undo; null if nothing was unused'),
  href: z.string().nullable().describe('The file of the new codes; taking it is their delivery'),
  work_idx: z.int().nullable().describe('The job that does it where it is very many codes, see /api/v1/work'),
});
export type Leaked = z.output<typeof Leaked>;

export const leakApi = contract({
  'POST /api/v1/code/batch/:cg_idx/leak': {
    summary:
      'A delivery, a lot or a whole batch leaked: withdraw what is unused, issue as many codes with the same terms to the same customer, and list redemptions that look doubtful',
    params: BatchParams,
    body: LeakBody,
    idempotent: true,
    long: true,
    response: results(Leaked),
  },
});
