import { z } from 'zod';
import { contract } from '../work/contract.ts';
import { results } from '../work/fields.ts';

/** Records that refer to others, as calls answer them; `through` says by which others, where they do not name them. */
export const Referring = z.object({
  count: z.int(),
  first: z.array(
    z.object({ label: z.string(), kind: z.string(), href: z.string().nullable(), through: z.string().optional() }),
  ),
});

export const referenceApi = contract({
  'GET /api/v1/reference/:of/:id': {
    summary:
      'What uses a record, such as a series, and therefore keeps it from being deleted: how many, the first, and why; refusals are told instead of how many. figures say what goes with it; their key can be sent with the deletion, which is refused once they are others. lost_in has what contains it only through others, such as its series, and loses it with a deletion',
    params: z.object({ of: z.string().max(100), id: z.string().max(200) }),
    response: results(
      Referring.extend({
        reasons: z.array(z.string()),
        refusals: z.array(z.string()),
        figures: z.array(z.string()),
        seen: z.string(),
        lost_in: Referring,
      }),
    ),
  },
});
