import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { idx, results, success, title, version } from '#kernel/work/fields.ts';

/** A lot of a batch with its current figures. Times in seconds, 0 means never. */
const Lot = z.object({
  lot: z.int().describe('From 1 within its batch'),
  issued_at: z.int(),
  issued_by: z.string().nullable(),
  issued: z.int().describe('Ever issued'),
  withdrawn_codes: z.int(),
  unused_codes: z.int(),
  active_codes: z.int(),
  expired_codes: z.int(),
  canceled_codes: z.int(),
  delivered_at: z.int().describe('When codes of it were delivered for the first time'),
  delivered_to: z.string().nullable(),
  delivered_as: z.string().nullable(),
  downloaded_by: z.string().nullable().describe('Who of the staff took that file; null for the page of a partner'),
  handed_to: z.string().describe('To whom staff said that they delivered its codes; empty until they do'),
  handed_on: z.string().describe('The day of that, YYYY-MM-DD; empty until then'),
  version: z.int(),
});
export type Lot = z.output<typeof Lot>;

export const LotParams = z.object({ cg_idx: idx, lot: idx });

/** What staff say of a delivery; absent fields stay. */
export const Handed = z.strictObject({
  handed_to: z
    .union([title, z.literal('')])
    .optional()
    .describe('Empty: it was not delivered after all'),
  handed_on: z
    .union([StoredDay, z.literal('')])
    .optional()
    .describe('YYYY-MM-DD, today at the latest; empty without a recipient'),
  version,
});
export type Handed = z.output<typeof Handed>;

export const lotApi = contract({
  'GET /api/v1/code/batch/:cg_idx/lot': {
    summary:
      'The lots of a batch, its first issue and each raise, the newest first: how many of their codes are in each state',
    params: z.object({ cg_idx: idx }),
    response: results(z.object({ lots: z.array(Lot) })),
  },
  'PUT /api/v1/code/batch/:cg_idx/lot/:lot': {
    summary:
      'Say to whom and on which day the codes of a lot were delivered; absent fields stay. A file that staff download says neither',
    params: LotParams,
    body: Handed,
    response: results(success.extend({ version: z.int() })),
  },
});
