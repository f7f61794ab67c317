import { z } from 'zod';
import { contract } from '../work/contract.ts';
import { results } from '../work/fields.ts';

const SearchText = z.object({ text: z.string().trim().min(1).max(200) });

const Found = results(
  z.array(
    z.object({
      label: z.string(),
      detail: z.string(),
      href: z.string(),
      kind: z.string().describe("In the caller's language"),
      icon: z.string(),
      acts: z
        .array(z.object({ label: z.string(), href: z.string(), dialog: z.boolean() }))
        .describe('What can be done with it, on a page or in a dialog'),
      cover: z.object({ bid: z.string(), source: z.string().nullable() }).optional().describe('The cover of a book'),
    }),
  ),
).extend({
  near: z.boolean().describe('Nothing matches, so the results are what comes near the text'),
  card: z.string().nullable().describe('The address of a fragment that shows what the whole text is, such as a code'),
});

/** What is typed may be the ID of a learner, so the finder sends it in the body: logs and histories keep addresses. */
export const paletteApi = contract({
  'GET /api/v1/search': {
    summary:
      'Search records of every kind, best match first; if nothing matches, what comes near the text. A text that may be the ID of a learner belongs in a body: POST it',
    query: SearchText,
    response: Found,
  },
  'POST /api/v1/search': {
    summary: 'Search as GET does, with the text in the body, where no log keeps it: what the finder calls',
    body: SearchText,
    // It changes nothing.
    ownTransaction: true,
    inMaintenance: true,
    response: Found,
  },
});
