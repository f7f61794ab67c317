import { z } from 'zod';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { breakdowns, figureNames } from './figures.rules.ts';

const day = z.iso.date().refine((text) => text >= '1970-01-01' && text < '9999-01-01', 'invalid.format');

/** Both or one may be absent: the default is the last 30 days, or 30 days from `since` or up to `until`. */
const PeriodQuery = z.object({ since: day.optional(), until: day.optional() });
export type RequestedPeriod = z.output<typeof PeriodQuery>;

/** The query of the report's address; an invalid part counts as absent. */
export const PlatformQuery = z.object({
  since: day.optional().catch(undefined),
  until: day.optional().catch(undefined),
});

const Figures = z.object(
  Object.fromEntries(figureNames.map((name) => [name, z.int()])) as Record<(typeof figureNames)[number], z.ZodInt>,
);
const Groups = z.array(
  Figures.extend({ id: z.int().nullable(), title: z.string().nullable(), href: z.string().nullable() }),
);

export const platformApi = contract({
  'GET /api/v1/report/platform': {
    summary: 'What happened on the days of a period, at most 90: by day, customer, collection and series',
    query: PeriodQuery,
    response: results(
      z.object({
        since: z.string(),
        until: z.string(),
        days: z.array(Figures.extend({ day: z.string() })),
        totals: Figures,
        before: Figures,
        groups: z.object({ customer: Groups, collection: Groups, series: Groups }),
      }),
    ),
    replica: true,
  },
  'GET /report/platform/export': {
    summary: 'The platform report as a sheet: its days, or its figures by customer, collection or series',
    query: PeriodQuery.extend({ by: z.enum(['day', ...breakdowns]).default('day'), as: ExportFormat.default('csv') }),
    stream: exportTypes,
    forPrograms: true,
    replica: true,
  },
});
