import { sql } from 'kysely';
import { readCode } from '#features/code/code.public.ts';
import { idSearch } from '#kernel/db/listed-ids.ts';
import { readLearnersOrCodes } from './registration-search.rules.ts';

/** The search of registrations `r`: a complete learner ID or code, or a pasted list of these. */
export const registrationSearch = idSearch({
  readIds: readLearnersOrCodes,
  from: sql`registration r`,
  columns: [
    { column: sql`r.learner_id`, forms: (id) => [id] },
    { column: sql`r.code`, forms: (id) => [readCode(id)] },
  ],
  contains: (text) => sql`(r.learner_id = ${text} or r.code = ${readCode(text)})`,
  isWhole: true,
});
