import { z } from 'zod';
import { codeForm, readCode } from '#features/code/code.public.ts';
import { bodyFields, newFields, recordFields } from '#kernel/records/record-fields.ts';
import { cleanId } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, succeeded, success, version } from '#kernel/work/fields.ts';
import { eventStatuses } from './event.rules.ts';
import { eventFields } from './event-fields.rules.ts';
import { eventFilter, eventQueries } from './event-filter.contract.ts';

export const EventParams = z.object({ event_idx: idx });

const code = z.string().max(100).transform(readCode).pipe(z.string().regex(codeForm, 'code.form_rule'));

/** What has a rule of its own. */
const own = {
  cid: z.string().overwrite(cleanId).min(1).max(200),
  code: code.describe('12 characters; dashes, spaces and small letters do not matter'),
};

const NewEvent = z.strictObject({ ...newFields(eventFields), ...own });
export type NewEvent = z.output<typeof NewEvent>;

/** An event as the form sends it: an absent field stays as it is. */
export const EventBody = z.strictObject({ ...bodyFields(eventFields), ...own, version }).partial();
export type EventBody = z.output<typeof EventBody>;

/** An event with all its fields. Times in seconds. */
const EventRecord = z.object({
  event_idx: z.int(),
  ...recordFields(eventFields),
  cidx: z.int(),
  cid: z.string(),
  collection: z.string(),
  participants: z.int(),
  paused: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
  version: z.int(),
});
export type EventRecord = z.output<typeof EventRecord>;

const EventWithStatus = EventRecord.extend({ status: z.enum(eventStatuses) });

const warnings = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .optional()
  .describe('What a spreadsheet or a reader may make of the code; it is stored all the same');

export const eventApi = contract({
  'GET /api/v1/event': {
    summary: 'The events of the list, in its order, a page at a time; `total` counts up to 10,000',
    query: eventQueries.address.extend({ status: eventFilter.fields.status.query }),
    response: z.object({ results: z.array(EventWithStatus), total: z.int() }),
  },
  'GET /api/v1/event/:event_idx': {
    summary: 'One event',
    params: EventParams,
    response: results(EventWithStatus),
  },
  'POST /api/v1/event': {
    summary: 'Add an event; returns its id. Its code is unique among all codes there are',
    body: NewEvent,
    response: results(z.object({ event_idx: z.int(), act_idx, warnings })),
  },
  'PUT /api/v1/event/:event_idx': {
    summary: 'Change an event; absent fields stay. Code and collection are fixed once somebody has joined',
    params: EventParams,
    body: EventBody,
    response: results(success.extend({ version: z.int(), warnings })),
  },
  'PUT /api/v1/event/:event_idx/pause': {
    summary: 'Pause an event, or let it go on; answers the act, for its undo, if that changed anything',
    params: EventParams,
    body: z.strictObject({ paused: z.boolean(), version }),
    response: results(z.object({ success: succeeded, version: z.int(), act_idx: z.int().nullable() })),
  },
  'DELETE /api/v1/event/:event_idx': {
    summary: 'Delete an event that nobody has joined',
    params: EventParams,
    response: results(success),
  },
});
