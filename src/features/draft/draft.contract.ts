import { z } from 'zod';
import { Localized, textFields } from '#features/collection/collection.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success } from '#kernel/work/fields.ts';
import { draftKinds, mostRecords, shownStates } from './draft.rules.ts';

const Kind = z.enum(draftKinds);
const Field = z.enum(textFields);
const id = z.string().min(1).max(200);
const To = z
  .array(Localized)
  .min(1)
  .max(5)
  .transform((list) => [...new Set(list)]);

const DraftRequest = z.strictObject({
  kind: Kind,
  ids: z
    .array(id)
    .min(1)
    .max(mostRecords)
    .transform((list) => [...new Set(list)]),
  from: Localized.default('en'),
  to: To,
  fields: z
    .array(Field)
    .min(1)
    .max(textFields.length)
    .default([...textFields])
    .describe('Only these texts'),
  dry_run: z.boolean().default(false),
});
export type DraftRequest = z.output<typeof DraftRequest>;

const Cost = z.object({ amount: z.string(), currency: z.string() }).nullable();

const Requested = z.object({
  characters: z.int(),
  /** Null if nobody has entered a price. */
  cost: Cost.describe('At the price that staff entered; null without one'),
  drafts: z.int(),
  left: z.int().describe('Characters that are left this month, before these'),
});
export type Requested = z.output<typeof Requested>;

const Shown = z.object({
  draft_idx: z.int(),
  id: z.string(),
  locale: Localized,
  field: Field,
  state: z.enum(shownStates),
  /** Of a waiting one. */
  text: z.string().nullable(),
  over: z.string().describe('The text that the draft would take the place of'),
  problem: z.string().nullable().describe('Why there is no draft, in the language of the caller'),
  provider: z.string(),
  at: z.int().nullable(),
});
export type ShownDraft = z.output<typeof Shown>;

const Trial = z.object({
  text: z.string().nullable(),
  problem: z.string().nullable(),
  duration_ms: z.int(),
});

export const draftApi = contract({
  'POST /api/v1/draft': {
    summary:
      'Request drafts of the texts that are missing or older than those of another language; with dry_run only what it takes. They are made in the background, and none is live before a person saves it',
    body: DraftRequest,
    response: results(Requested),
  },
  'GET /api/v1/draft': {
    summary: 'List the drafts of records that wait for a person, are being made, or could not be made',
    query: z.object({
      kind: Kind,
      ids: z.string().min(1).max(20_000).describe('Up to 200, separated by commas'),
      field: Field.optional(),
    }),
    response: results(z.array(Shown)),
  },
  'DELETE /api/v1/draft/:draft_idx': {
    summary: 'Drop a draft',
    params: z.object({ draft_idx: idx }),
    response: results(success),
  },
  'POST /api/v1/draft/try': {
    summary: 'Have the provider translate one sentence, check it as drafts are checked, and store nothing of it',
    body: z.strictObject({ to: Localized }),
    ownTransaction: true,
    response: results(Trial),
  },
});
