import { z } from 'zod';
import { checkupStates } from '#kernel/mount/checkup.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';

const Result = z.object({
  check: z.string(),
  label: z.string(),
  state: z.enum(checkupStates).describe('warn: it works, and may stop; bad: it does not work, or ends within days'),
  text: z.string().describe("A sentence, in the caller's language"),
  hint: z.string().nullable().describe('What follows from it, or what to do'),
  act: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('guide'), href: z.string() }),
      z.object({ kind: z.literal('command'), command: z.string() }),
      z.object({ kind: z.literal('call'), call: z.string(), label: z.string(), done: z.string() }),
    ])
    .nullable()
    .describe('What helps: a page to read, a command of the operator, or a call'),
});

export const doctorApi = contract({
  'GET /api/v1/doctor': {
    forPrograms: true,
    summary: 'Whether the installation is in order; a check that does not answer within ten seconds is a warning',
    query: z.object({ check: z.string().max(40).optional().describe('Only this check') }),
    response: results(z.array(Result)),
  },
});
