import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { Day } from '#kernel/work/days.ts';
import { results, success } from '#kernel/work/fields.ts';

const kind = z.string().regex(/^[a-z_.]{1,80}$/, 'invalid.format');

/** A row of the start page as somebody saw it: how many things each of its tasks is about, by task. */
const SeenRow = z.strictObject({
  kind,
  things: z
    .record(z.string().max(40), z.int().min(1).max(1_000_000_000))
    .refine((things) => Object.keys(things).length <= 100, 'invalid.format'),
});
export type SeenRow = z.output<typeof SeenRow>;

export const taskApi = contract({
  'POST /api/v1/task/snooze': {
    summary: 'Put a row of the start page off for yourself: until the morning of a day, or until it grows',
    body: SeenRow.extend({ until: Day.describe('Without a day, only until it grows') }),
    response: results(success),
  },
  'DELETE /api/v1/task/snooze': {
    summary: 'Have a row that you snoozed back now',
    query: z.object({ kind }),
    response: results(success),
  },
  'POST /api/v1/task/take': {
    summary: 'Tell everybody that you deal with a row of the start page, for the next seven days',
    body: SeenRow,
    response: results(success),
  },
  'DELETE /api/v1/task/take': {
    summary: 'Put back a row of the start page that somebody has taken',
    query: z.object({ kind }),
    response: results(success),
  },
});
