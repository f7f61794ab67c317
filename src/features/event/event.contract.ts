import { z } from 'zod';
import { codeForm, readCode } from '#features/code/code.public.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, title, version } from '#kernel/work/fields.ts';
import { eventStatuses } from './event.rules.ts';
import { eventFilter, eventQueries } from './list/event-filter.contract.ts';

export const EventParams = z.object({ event_idx: idx });

const seconds = z.int().min(0).max(endOfTime);

const group = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'invalid.characters');

const code = z.string().max(100).transform(readCode).pipe(z.string().regex(codeForm, 'code.form_rule'));

const fields = {
  name: title,
  cid: z.string().trim().min(1).max(200),
  code: code.describe('12 characters; dashes, spaces and small letters do not matter'),
  from: seconds,
  until: seconds,
  length: z.int().min(0).max(36_500).describe('How many days a registration lasts; 0 is for ever'),
  participant_limit: z.int().min(0).max(2_147_483_647).describe('0 is unlimited'),
  forced_expire: z.boolean(),
  forced_expired_date: seconds.describe('With forced expiry; 0 is a week after the event'),
  group,
};

const NewEvent = z.strictObject({
  ...fields,
  length: fields.length.default(0),
  participant_limit: fields.participant_limit.default(0),
  forced_expire: fields.forced_expire.default(false),
  forced_expired_date: fields.forced_expired_date.default(0),
  group: group.default(''),
});
export type NewEvent = z.output<typeof NewEvent>;

/** An event as the form sends it: an absent field stays as it is. */
const EventBody = z.strictObject({ ...fields, version }).partial();
export type EventBody = z.output<typeof EventBody>;

/** An event with all its fields. Times in seconds. */
const EventRecord = z.object({
  event_idx: z.int(),
  name: z.string(),
  cidx: z.int(),
  cid: z.string(),
  collection: z.string(),
  code: z.string(),
  from: z.int(),
  until: z.int(),
  length: z.int(),
  participant_limit: z.int(),
  participants: z.int(),
  forced_expire: z.boolean(),
  forced_expired_date: z.int(),
  paused: z.boolean(),
  group: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
  version: z.int(),
});
export type EventRecord = z.output<typeof EventRecord>;

const EventWithStatus = EventRecord.extend({ status: z.enum(eventStatuses) });

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
    response: results(z.object({ event_idx: z.int() })),
  },
  'PUT /api/v1/event/:event_idx': {
    summary: 'Change an event; absent fields stay. Code and collection are fixed once somebody has joined',
    params: EventParams,
    body: EventBody,
    response: results(success.extend({ version: z.int() })),
  },
  'PUT /api/v1/event/:event_idx/pause': {
    summary: 'Pause an event, or let it go on; answers the act, for its undo, if that changed anything',
    params: EventParams,
    body: z.strictObject({ paused: z.boolean(), version }),
    response: results(z.object({ success: z.boolean(), version: z.int(), act_idx: z.int().nullable() })),
  },
  'DELETE /api/v1/event/:event_idx': {
    summary: 'Delete an event that nobody has joined',
    params: EventParams,
    response: results(success),
  },
});
