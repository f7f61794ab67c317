import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { isMailAddress, longestAddress } from '#kernel/text/mail-address.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, success, whole } from '#kernel/work/fields.ts';
import { choice, type FilterOf, filterOf, search, text } from '#kernel/work/filter.ts';
import { mailReasons, mailStates } from './mail.rules.ts';

export const mailFilter = filterOf({
  /** Words of address and subject. */
  search_val: search(),
  state: choice(mailStates),
  kind: text(),
});
export type MailFilter = FilterOf<typeof mailFilter>;

/** What was not sent stands above what was. */
export const mailQueries = listQueries(mailFilter, sortReader(['state', 'at'], { key: 'state', descending: false }));
export type MailOrder = OrderOf<typeof mailQueries>;

/** A row of the outbox. */
export const MailRow = z.object({
  mail_idx: z.int(),
  at: z.int().describe('When it was made'),
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  state: z.enum(mailStates).describe('unsure: whether it arrived is unknown'),
  tries: z.int(),
  reason: z.enum(mailReasons).nullable(),
  next_at: z.int().describe('When it is tried next; 0 if it is not'),
});
export type MailRow = z.output<typeof MailRow>;

export const MailParams = z.object({ mail_idx: whole(1, Number.MAX_SAFE_INTEGER) });

const address = z.string().trim().max(longestAddress).refine(isMailAddress, 'mail.address_rule');

export const mailApi = contract({
  'POST /api/v1/mail/test': {
    summary: "Send a test to the address of the caller's account",
    response: results(success),
  },
  'POST /api/v1/mail/send': {
    summary: 'Send again what failed for sure, the oldest first: each once, at most 200 at a time',
    response: results(z.object({ count: z.int(), left: z.int().describe('What is still failed') })),
  },
  'POST /api/v1/mail/:mail_idx/send': {
    summary:
      'Send a mail again that does not wait; a link in it is made anew. An account’s mail goes to its address of now, a report or a statement also to another',
    params: MailParams,
    body: z
      .strictObject({
        to: address.optional(),
        from_now_on: z.boolean().optional().describe('Its report or statement is mailed there from now on, too'),
      })
      .nullish(),
    response: results(success),
  },
});
