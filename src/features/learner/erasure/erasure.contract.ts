import { z } from 'zod';
import { learnerRef } from '#features/registration/registration.public.ts';
import { personalNames } from '#kernel/records/personal-names.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { LearnerParams } from '../learner.contract.ts';

const zipType = 'application/zip';

const Erased = z.object({
  erased: z
    .partialRecord(z.enum(personalNames), z.int())
    .describe('How many rows had the ID, by kind; kinds without any are missing'),
  pseudonym: z.string().describe('What stands in place of the ID; nothing leads from one to the other'),
  ref: learnerRef,
});
export type Erased = z.output<typeof Erased>;

export const erasureApi = contract({
  'GET /api/v1/learner/:ref/export': {
    summary: 'Everything stored about a learner as a zip: `data.json`, and `data.html` in the language of the caller',
    params: LearnerParams,
    stream: zipType,
  },
  'POST /api/v1/learner/:ref/erase': {
    summary: 'Put a random pseudonym in place of a learner ID wherever it is stored; nothing undoes it',
    params: LearnerParams,
    body: z.strictObject({
      phrase: z.string().max(100).describe('`I understand`'),
      memo: z.string().trim().max(2000).default('').describe('Why; without the ID'),
    }),
    idempotent: true,
    long: true,
    response: results(Erased),
  },
});
