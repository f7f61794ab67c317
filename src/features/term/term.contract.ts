import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { bodyFields, newFields, recordFields } from '#kernel/records/record-fields.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, success, version } from '#kernel/work/fields.ts';
import { choice, type FilterOf, filterOf, search } from '#kernel/work/filter.ts';
import { termSelections } from './term.rules.ts';
import { formFields, ownFields } from './term-fields.rules.ts';

const termFilter = filterOf({ search_val: search(), only: choice(termSelections) });
export type TermFilter = FilterOf<typeof termFilter>;

export const termQueries = listQueries(termFilter, sortReader(['term', 'updated'], { key: 'term', descending: false }));
export type TermOrder = OrderOf<typeof termQueries>;

export const TermParams = z.object({ term_idx: idx });

const proposed = z.string().max(200).default('').catch('');

/** What a new one is to be, from a proposal; an address that says something else begins empty. */
export const NewTermQuery = z.object({
  keep: z.literal('true').optional().catch(undefined),
  term: proposed,
  es: proposed,
  jp: proposed,
  ko: proposed,
  tr: proposed,
});

const NewTerm = z.strictObject({ ...newFields(ownFields), texts: z.strictObject(newFields(formFields)).prefault({}) });
export type NewTerm = z.output<typeof NewTerm>;

const TermBody = z.strictObject({
  ...bodyFields(ownFields),
  texts: z.strictObject(bodyFields(formFields)).prefault({}),
  version,
});
export type TermBody = z.output<typeof TermBody>;

/** A term with all its fields. Times in seconds. */
export const TermRecord = z.object({
  term_idx: z.int(),
  ...recordFields(ownFields),
  texts: z.object(recordFields(formFields)),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
  version: z.int(),
});
export type TermRecord = z.output<typeof TermRecord>;

export const termApi = contract({
  'GET /api/v1/term/:term_idx': { summary: 'One term', params: TermParams, response: results(TermRecord) },
  'POST /api/v1/term': {
    summary: 'Add a term: what texts in each language say wherever their English has it',
    body: NewTerm,
    response: results(z.object({ term_idx: z.int(), act_idx })),
  },
  'PUT /api/v1/term/:term_idx': {
    summary: 'Change a term; absent fields and languages stay. Texts that say what it was called before are a fault',
    params: TermParams,
    body: TermBody,
    response: results(success.extend({ version: z.int() })),
  },
  'DELETE /api/v1/term/:term_idx': { summary: 'Delete a term', params: TermParams, response: results(success) },
});
