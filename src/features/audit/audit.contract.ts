import { z } from 'zod';
import { Day } from '#kernel/db/days.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { contract } from '#kernel/http/contract.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { results } from '#kernel/http/fields.ts';

const text = z
  .string()
  .trim()
  .max(200)
  .transform((value) => value || undefined)
  .optional();

/** The value of the filter by actor that means the product itself; no staff ID begins so. */
export const systemActor = ':system';

export const AuditFilter = z.object({
  actor: text,
  entity: text,
  id: text,
  action: text,
  since: Day,
  until: Day,
  sort: z.enum(['at', 'at.desc']).optional().catch(undefined),
});

export const AuditQuery = AuditFilter.extend({ page: PageNumber });

export const HistoryParams = z.object({ entity: z.string().max(100), id: z.string().max(200) });

const Shown = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One act as it is shown, in the reader's language. `at` in seconds, `actor` null for the product itself. */
export const AuditLine = z.object({
  audit_idx: z.int(),
  at: z.int(),
  actor: z.string().nullable(),
  kind: z.string(),
  id: z.string(),
  href: z.string().nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: Shown, after: Shown })),
  /** Changes beyond those listed. */
  more: z.int(),
});
export type AuditLine = z.output<typeof AuditLine>;

const History = z.object({ lines: z.array(AuditLine), next: z.int().nullable() });
/** A part of a record's history; `next` is the `before` of the part that follows. */
export type History = z.output<typeof History>;

export const auditApi = contract({
  'GET /api/v1/audit/of/:entity/:id': {
    summary: 'The history of one record, newest first; `next` is the next page',
    params: HistoryParams,
    query: z.object({ before: z.coerce.number().int().min(1).optional() }),
    response: results(History),
  },
  'GET /api/v1/audit/export': {
    summary: 'The audit trail that matches these filters, in this order, as a sheet',
    query: AuditFilter.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
