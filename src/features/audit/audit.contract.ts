import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { ExportFormat } from '#kernel/http/export.ts';
import type { OrderOf } from '#kernel/mount/list.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, idxNumber, results, success } from '#kernel/work/fields.ts';
import { day, type FilterOf, filterOf, text } from '#kernel/work/filter.ts';

/** The actor filter for the product itself; no staff ID starts like this. */
export const systemActor = ':system';

const auditFilter = filterOf({
  actor: text(),
  entity: text(),
  id: text(),
  action: text(),
  since: day(),
  until: day(),
});
export type AuditFilter = FilterOf<typeof auditFilter>;

const Sorted = auditFilter.query.extend({
  sort: z
    .enum(['at', 'at.desc'])
    .optional()
    .catch(undefined)
    .transform(sortReader(['at'], { key: 'at', descending: true })),
});

export const auditQueries = {
  address: Sorted.extend({ page: PageNumber }),
  sheet: Sorted.extend({ as: ExportFormat.default('csv') }),
};
export type AuditOrder = OrderOf<typeof auditQueries>;

export const HistoryParams = z.object({ entity: z.string().max(100), id: z.string().max(200) });

const Shown = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One differing field. Long texts are compared word by word instead of as `before` and `after`. */
const AuditChange = z.object({
  field: z.string(),
  before: Shown,
  after: Shown,
  words: z.array(z.object({ kind: z.enum(['same', 'old', 'new']), text: z.string() })).optional(),
});
export type AuditChange = z.output<typeof AuditChange>;

/** One act for display, in the reader's language. `at` in seconds; `actor` is null for the product itself. */
export const TrailEntry = z.object({
  audit_idx: z.int(),
  at: z.int(),
  actor: z.string().nullable(),
  /** Who approved what the actor had planned. */
  approved_by: z.string().nullable(),
  /** The assistant of the actor that had proposed it. */
  assistant: z.string().nullable(),
  /** The API key with which a program called for the actor. */
  key_name: z.string().nullable(),
  entity: z.string(),
  kind: z.string(),
  id: z.string(),
  /** Its title, or else its id; null for acts on many records, which `kind` names. */
  title: z.string().nullable(),
  href: z.string().nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  changes: z.array(AuditChange),
  /** Changes beyond those listed. */
  more: z.int(),
  /** The act on one or many records that did this. */
  act: z.int().nullable(),
  /** What the act did to each of its records can be listed. */
  has_records: z.boolean(),
  /** The entry is what an act on more than its record did to it. */
  part: z.boolean(),
  /** The act can be undone for this record alone. */
  alone: z.boolean(),
  /** The act can be undone. */
  undoable: z.boolean(),
  /** Who undid the act, or what it did to this record, and when. */
  undone: z.object({ at: z.int(), actor: z.string().nullable() }).nullable(),
  /** Its previous values can be restored. */
  restorable: z.boolean(),
});
export type TrailEntry = z.output<typeof TrailEntry>;

const History = z.object({ lines: z.array(TrailEntry), next: z.int().nullable() });
/** A part of a record's history; `next` is the `before` of the next part. */
export type History = z.output<typeof History>;

/** The cursor in the records of an act: after this record. */
const ActRecordCursor = z.object({ entity: z.string().max(100), id: z.string().max(200) });
const ActRecords = z.object({ lines: z.array(TrailEntry), next: ActRecordCursor.nullable() });
/** A part of the records of an act; `next` is the record after which the next part starts. */
export type ActRecords = z.output<typeof ActRecords>;

export const ActParams = z.object({ act_idx: idx });

export const auditApi = contract({
  'GET /api/v1/audit/act/:act_idx': {
    summary: 'The records of a bulk action, and what it did to each',
    params: ActParams,
    query: ActRecordCursor.partial(),
    response: results(ActRecords),
  },
  'PUT /api/v1/audit/of/:entity/:id/restore': {
    summary: 'Give a record the values it had before a change of its history',
    params: HistoryParams,
    body: z.strictObject({
      /** The row of the history whose previous values are restored. */
      audit_idx: idxNumber,
      /** The newest row of the history that the caller has seen. */
      newest: idxNumber.optional(),
    }),
    response: results(success),
  },
  'GET /api/v1/audit/of/:entity/:id': {
    summary: 'The history of one record, newest first; `next` is the next page',
    params: HistoryParams,
    query: z.object({ before: z.coerce.number().int().min(1).optional() }),
    response: results(History),
  },
});
