import { z } from 'zod';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, succeeded } from '#kernel/work/fields.ts';
import { asToday, lifetimes, previewed, whens } from './preview.rules.ts';

const Previewed = z.object({
  of: z.enum(previewed),
  id: z.string().min(1).max(64).describe('The cid, bid or grp_idx; `order` for the advertised collections'),
});

const NewPreview = z.strictObject({
  ...Previewed.shape,
  at: z
    .number()
    .min(0)
    .max(endOfTime)
    .default(0)
    .describe(
      'In seconds, to the millisecond: shown as it was then, or with what is scheduled until then; 0 is as it is when it is opened, as books always are',
    ),
  release: idx.optional().describe('In place of `at`: it is shown with the changes of this release'),
  plan: idx
    .optional()
    .describe(
      'In place of `at`: it is shown as this plan makes it, which waits for another person, until that is decided',
    ),
  days: z.literal(lifetimes).default(7).describe('How long the link can be opened'),
});
export type NewPreview = z.output<typeof NewPreview>;

/** The record that the dialog is opened for, the time it starts with, and the release in which it is shown. */
export const PreviewQuery = Previewed.extend({
  when: z.enum(whens).default('now').catch('now'),
  release: idx.optional().catch(undefined),
  plan: idx.optional().catch(undefined),
});

/** Invalid values are not reported as such: an address that was not made here is simply not found. */
export const PreviewParams = z.object({ of: z.string().max(20), id: z.string().max(64) });
export const SignedQuery = z.object({
  at: z.coerce.number().catch(0),
  until: z.coerce.number().int().catch(0),
  link: z.coerce.number().int().catch(0),
  release: z.coerce.number().int().catch(0).default(0),
  plan: z.coerce.number().int().catch(0).default(0),
  sig: z.string().max(100).catch(''),
});

const PreviewRow = z.object({
  link_idx: z.int(),
  href: z.string(),
  at: z.number(),
  release: z.int().describe('0 for none'),
  plan: z.int().describe('0 for none'),
  expires_at: z.int(),
  created_at: z.int(),
  created_by: z.string().nullable(),
});
export type PreviewRow = z.output<typeof PreviewRow>;

export const previewApi = contract({
  'GET /api/v1/preview': {
    summary: 'The links to previews of a record that can be opened, newest first',
    query: Previewed,
    response: results(z.array(PreviewRow)),
  },
  'POST /api/v1/preview': {
    summary:
      'Make a link that shows a collection, a book, a roadmap or the advertised collections as readers get it, without signing in, until it expires; asked for JSON, it answers what the portal would',
    body: NewPreview,
    response: results(
      z.object({
        href: z.string(),
        expires_at: z.int(),
        as_today: z.array(z.enum(asToday)).describe('What a past moment shows as it is today; empty for any other'),
      }),
    ),
  },
  'DELETE /api/v1/preview/:link_idx': {
    summary: 'Revoke a link: whoever opens it is refused',
    params: z.object({ link_idx: idx }),
    response: results(z.object({ success: succeeded })),
  },
});
