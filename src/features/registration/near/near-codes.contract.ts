import { z } from 'zod';
import { codeStates } from '#features/code/code.public.ts';
import { slips } from './near-codes.rules.ts';

/** An issued code near a typed one. */
export const NearCode = z.object({
  code: z.string(),
  at: z.array(z.int()).describe('The positions that differ, from 1'),
  how: z.enum(slips),
  state: z.enum(codeStates).nullable().describe('Null for the code of an event'),
  withdrawn: z.boolean(),
  customer: z.string().nullable(),
  batch: z.string().nullable(),
  event: z.string().nullable(),
});
export type NearCode = z.output<typeof NearCode>;
