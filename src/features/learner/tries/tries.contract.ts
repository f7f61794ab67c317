import { z } from 'zod';
import { RefusedTry } from '#features/registration/tries.public.ts';
import { codeForm, readCode } from '#features/code/code.public.ts';
import { AnyPage } from '#kernel/db/paging.ts';
import { locales } from '#kernel/messages/locale.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { LearnerParams } from '../learner.contract.ts';

/** A code as somebody reads it out. */
const SaidCode = z.string().max(100).transform(readCode).pipe(z.string().regex(codeForm, 'code.form_rule'));

export const triesApi = contract({
  'GET /api/v1/learner/:ref/tries': {
    summary:
      'Refused tries of a learner to redeem codes within 90 days, the newest first, a page of 100 at a time; with `code` only those of this code, also if it was never issued',
    params: LearnerParams,
    query: z.object({
      page: AnyPage,
      code: SaidCode.optional(),
      lang: z.enum(locales).optional().describe('The language of the texts, to read them out'),
    }),
    response: results(z.array(RefusedTry)),
  },
});
