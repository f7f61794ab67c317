import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';

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
});
export type Lot = z.output<typeof Lot>;

export const lotApi = contract({
  'GET /api/v1/code/batch/:cg_idx/lot': {
    summary:
      'The lots of a batch, its first issue and each raise, the newest first: how many of their codes are in each state',
    params: z.object({ cg_idx: idx }),
    response: results(z.object({ lots: z.array(Lot) })),
  },
});
