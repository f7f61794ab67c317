import { z } from 'zod';
import { learnerRef } from '../learner-id.contract.ts';
import { type TryReason, tryReasons } from './try.rules.ts';

/** A redemption that was refused. */
export const RefusedTry = z.object({
  at: z.int().describe('Seconds; of the last one, if it was tried again that day'),
  times: z.int().describe('How often that day'),
  by: z.string().describe('`staff`, the name of the key, or `partner`'),
  staff_id: z.string().nullable(),
  learner_id: z.string(),
  ref: learnerRef,
  code: z.string().nullable().describe('Only if there was such a code'),
  reason: z.enum(Object.keys(tryReasons) as TryReason[]),
  text: z.string().describe("Why, in the caller's language, to be read out"),
});
export type RefusedTry = z.output<typeof RefusedTry>;
