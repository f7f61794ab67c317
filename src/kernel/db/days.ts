import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../context.ts';

/** A calendar day from a form or a URL, 'YYYY-MM-DD'; an empty one is absent. */
export const Day = z
  .union([
    z.literal('').transform(() => undefined),
    z.iso.date().refine((day) => day >= '0001-01-01', 'invalid.format'),
  ])
  .optional();

/** The first moment of a day in a time zone. */
export const startOfDay = (day: string, timeZone: string): RawBuilder<string> =>
  sql<string>`(${day}::date::timestamp at time zone ${timeZone})`;

/** The first moment after a day in a time zone: the exclusive end of 'until' that day. */
export const endOfDay = (day: string, timeZone: string): RawBuilder<string> =>
  sql<string>`((${day}::date + 1)::timestamp at time zone ${timeZone})`;

/** Today in the office's time zone, 'YYYY-MM-DD': used in export file names. */
export const today = ({ now, timeZone }: Pick<Context, 'now' | 'timeZone'>): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
