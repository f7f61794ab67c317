import { z } from 'zod';
import { contract } from '../work/contract.ts';
import { results, succeeded } from '../work/fields.ts';

const kind = z.string().regex(/^[a-z_.]{1,40}$/, 'invalid.format');
const id = z.string().min(1).max(200);

/** One record, identified by the kind and id of its changes. */
const EditedRecord = z.object({ kind, id });

const OpenForm = EditedRecord.extend({ form: z.uuid() });

/** Who has a record open for editing, and since when (seconds), earliest first; `own` marks the caller. */
const Editors = results(
  z.object({ editors: z.array(z.object({ name: z.string(), since: z.int(), own: z.boolean() })) }),
);

export type Editor = z.output<typeof Editors>['results']['editors'][number];

/** A change as sent to open screens: to one record, or to many if `id` is null. `by` is null for the product itself. */
export interface LiveChange {
  kind: string;
  id: string | null;
  by: string | null;
  /** Made in the tab that follows. */
  own: boolean;
  /** Seconds. */
  at: number;
}

/** What open screens are told besides changes, as the event `shell`. */
export interface ShellNews {
  /** The counts of the menu, by address; null where unknown. */
  counts: Record<string, number | null>;
  /** Maintenance: nothing can be saved. */
  only_read: boolean;
}

/** The kind of change that reports that someone started or stopped editing a record. */
export const editingKind = 'editing';

export const liveApi = contract({
  'GET /api/v1/live': {
    summary: 'Changes of some kinds as they are committed, as server-sent events, while the session lasts',
    query: z.object({
      /** Kinds separated by commas; * means all, `none` only the record and the news beside the changes. */
      kinds: z.string().regex(/^(\*|[a-z_.,]{1,500})$/, 'invalid.format'),
      /** Only this record of its kind, and who is editing it. */
      kind: kind.optional(),
      id: id.optional(),
      /** The event to resume after; without it or a Last-Event-ID, the stream starts now. */
      after: z.string().max(60).optional(),
      /** The tab that follows: its own changes, made by calls with this `X-Tab`, are marked. */
      tab: z.uuid().optional(),
    }),
    stream: 'text/event-stream',
  },
  'GET /api/v1/mark': {
    summary: 'How many things each button about a record, or a part of one, leads to now: open comments',
    query: z.object({ kind, id: z.string().min(1).max(260) }),
    response: results(z.array(z.object({ href: z.string(), count: z.int() }))),
  },
  'GET /api/v1/mark/field': {
    summary:
      'How many things there are about each field of a record now: open comments. `href` leads to those about the field ' +
      'whose name is put at its end; `fields` are the names, with or without a language before them (`ko.title`)',
    query: EditedRecord,
    response: results(
      z
        .object({
          label: z.string(),
          icon: z.string(),
          href: z.string(),
          fields: z.array(z.string()),
          counts: z.record(z.string(), z.int()),
        })
        .nullable(),
    ),
  },
  'GET /api/v1/editing': { summary: 'Who has a record open for editing', query: EditedRecord, response: Editors },
  'POST /api/v1/editing': {
    summary: 'Tell others that a form of this record is open, for the next 45 seconds; answers who else has one open',
    body: OpenForm,
    response: Editors,
  },
  'DELETE /api/v1/editing': {
    summary: 'Tell others that this form is closed',
    query: OpenForm,
    response: results(z.object({ success: succeeded })),
  },
});
