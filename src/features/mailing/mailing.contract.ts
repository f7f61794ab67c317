import { z } from 'zod';
import { bodyFields, newFields, recordFields } from '#kernel/records/record-fields.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, success, version } from '#kernel/work/fields.ts';
import { areAddresses, mailingSources, mostFilter, readAddresses } from './mailing.rules.ts';
import { mailingFields } from './mailing-fields.rules.ts';

/** What a new one is chosen to be about; an address that names something else begins with the usual. */
export const NewMailingQuery = z.object({
  source: z.enum(mailingSources).optional().catch(undefined),
  cust_idx: idx.optional().catch(undefined),
  filter: z.string().max(mostFilter).optional().catch(undefined),
});

export const MailingParams = z.object({ mailing_idx: idx });

const addresses = z
  .string()
  .max(mailingFields.addresses.max)
  .refine(areAddresses, 'mailing.address_rule')
  .overwrite((text) => readAddresses(text).join(', '))
  .describe(mailingFields.addresses.note);

const NewMailing = z.strictObject({ ...newFields(mailingFields), addresses, active: z.boolean().default(true) });
export type NewMailing = z.output<typeof NewMailing>;

const MailingBody = z.strictObject({ ...bodyFields(mailingFields), addresses: addresses.optional(), version });
export type MailingBody = z.output<typeof MailingBody>;

/** A mailing with all its fields. Times in seconds. */
const MailingRecord = z.object({
  mailing_idx: z.int(),
  ...recordFields(mailingFields),
  customer: z.string().nullable().describe('The name of the customer of a statement'),
  view: z.string().nullable().describe('The name of the view that it follows; null once that is deleted'),
  next_at: z.int().describe('When the next one is due; 0 while it is paused'),
  sent_at: z.int().describe('When the last one was made; 0 if none was'),
  created_by: z.string().nullable(),
  version: z.int(),
});
export type MailingRecord = z.output<typeof MailingRecord>;
/** As it is stored, whatever the view that it follows has. */
export type StoredMailing = Omit<MailingRecord, 'view'>;

export const mailingApi = contract({
  'GET /api/v1/mailing': {
    summary: 'List the reports and statements that are mailed at times, by name',
    response: results(z.array(MailingRecord)),
  },
  'GET /api/v1/mailing/:mailing_idx': {
    summary: 'One of them',
    params: MailingParams,
    response: results(MailingRecord),
  },
  'POST /api/v1/mailing': {
    summary: 'Have a report or a statement mailed at times, with the file attached',
    body: NewMailing,
    response: results(z.object({ mailing_idx: z.int(), act_idx })),
  },
  'PUT /api/v1/mailing/:mailing_idx': {
    summary: 'Change, pause or resume it; absent fields stay. What was due while it was paused is not sent',
    params: MailingParams,
    body: MailingBody,
    response: results(success.extend({ version: z.int() })),
  },
  'DELETE /api/v1/mailing/:mailing_idx': {
    summary: 'Mail it no more',
    params: MailingParams,
    response: results(success),
  },
  'POST /api/v1/mailing/:mailing_idx/send': {
    summary: 'Mail it now as well, for the seven days or the month before; returns to how many addresses',
    params: MailingParams,
    response: results(success.extend({ count: z.int() })),
  },
});
