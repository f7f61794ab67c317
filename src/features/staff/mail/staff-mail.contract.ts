import { z } from 'zod';
import { locales } from '#kernel/messages/locale.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, version } from '#kernel/work/fields.ts';
import { mailAddress } from '../mail-address.contract.ts';

const MailChange = z.strictObject({
  address: mailAddress.optional(),
  locale: z.enum(locales).optional(),
  choices: z.record(z.string().max(40), z.boolean()).optional(),
  /** Another address would get a link that sets the password, so it takes the present one. */
  current_password: z.string().max(1024).optional(),
  version,
});
export type MailChange = z.output<typeof MailChange>;

const Settings = z.object({
  address: z.string(),
  locale: z.enum(locales),
  /** The kinds that a person can choose or decline, and whether they get them. */
  kinds: z.array(z.object({ kind: z.string(), label: z.string(), on: z.boolean() })),
  /** The address that waits until its link is opened; `over` while none works. */
  new_address: z.object({ address: z.string(), over: z.boolean() }).nullable(),
  version: z.int(),
});
export type MailSettings = z.output<typeof Settings>;

export const staffMailApi = contract({
  'GET /api/v1/staff/me/mail': {
    summary: 'Where your account gets mail, in which language, and the kinds of mail that you can choose',
    response: results(Settings),
  },
  'PUT /api/v1/staff/me/mail': {
    summary:
      'Change where your account gets mail, in which language, or which kinds; an empty address is none. Another address takes the current password, if there is one, and is used once the link that is sent there is opened',
    ownTransaction: true,
    body: MailChange,
    response: results(Settings),
  },
  'POST /api/v1/staff/me/mail/address': {
    summary: 'Send the link of your new mail address again; the one before it no longer works',
    response: results(Settings),
  },
  'DELETE /api/v1/staff/me/mail/address': {
    summary: 'Stay with the mail address of now: the new one no longer waits for its link',
    response: results(Settings),
  },
});
