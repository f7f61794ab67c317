import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success } from '#kernel/work/fields.ts';

const CalendarLink = z.object({
  link_idx: z.int(),
  created_at: z.int(),
  revoked_at: z.int().describe('0 while it is open'),
});
export type CalendarLink = z.output<typeof CalendarLink>;

const Entry = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  line: z.string(),
  href: z.string(),
  start: z.int(),
  end: z.int().describe('Exclusive; the same as `start` for a moment'),
  state: z.enum(['draft', 'ahead', 'done', 'problem']),
});

export type CalendarApi = typeof calendarApi;
export const calendarApi = contract({
  'GET /api/v1/calendar': {
    summary: 'What is on the days of a period in the calendar, in the order of its start',
    query: z.object({ since: z.iso.date(), until: z.iso.date() }),
    response: results(z.object({ entries: z.array(Entry), more: z.boolean().describe('There are more of a kind') })),
  },
  'POST /api/v1/calendar_link': {
    summary: 'Create a secret address at which a program fetches the calendar as iCalendar; it is answered this once',
    response: results(z.object({ link_idx: z.int(), href: z.string() })),
  },
  'GET /api/v1/calendar_link': {
    summary: 'The addresses that the caller made, newest first, without their secrets; the last 100',
    response: results(z.object({ links: z.array(CalendarLink) })),
  },
  'DELETE /api/v1/calendar_link/:link_idx': {
    summary: 'Revoke an address: it is closed at once. Administrators can revoke that of others too',
    params: z.object({ link_idx: idx }),
    response: results(success),
  },
});
