import { z } from 'zod';
import { locales } from '#kernel/messages/locale.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { idx, results, success } from '#kernel/work/fields.ts';

const BatchParams = z.object({ cg_idx: idx });

const NewLink = z.strictObject({
  expires_at: z
    .union([z.int().min(1).max(endOfTime), StoredDay])
    .describe('Seconds; or a day, YYYY-MM-DD in the time zone of the office: until its last moment'),
  password: z.string().max(200).optional().describe('Asked for before the page is shown; empty is none'),
  lang: z.enum(locales).default('en').describe('The language of the page, which its reader can change'),
});
export type NewLink = z.output<typeof NewLink>;

/** A link to a partner's page. Times in seconds, 0 means none. */
const Link = z.object({
  link_idx: z.int(),
  lang: z.enum(locales),
  created_at: z.int(),
  created_by: z.string().nullable(),
  expires_at: z.int(),
  revoked_at: z.int(),
  is_open: z.boolean().describe('Neither over nor revoked'),
  has_password: z.boolean(),
  downloads: z.int(),
});
export type Link = z.output<typeof Link>;

export const linkApi = contract({
  'POST /api/v1/code/batch/:cg_idx/link': {
    summary: "Create a link to the partner's page of a batch; its address is answered this once",
    params: BatchParams,
    body: NewLink,
    ownTransaction: true,
    response: results(z.object({ link_idx: z.int(), href: z.string() })),
  },
  'GET /api/v1/code/batch/:cg_idx/link': {
    summary: "The links to the partner's page of a batch, newest first, with their downloads; the last 100",
    params: BatchParams,
    response: results(z.object({ links: z.array(Link) })),
  },
  'DELETE /api/v1/code/link/:link_idx': {
    summary: 'Revoke a link: its page is closed at once',
    params: z.object({ link_idx: idx }),
    response: results(success),
  },
});
