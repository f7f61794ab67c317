import { locales } from '#kernel/messages/locale.ts';
import type { Fields, FieldValues } from '#kernel/records/record-fields.rules.ts';
import { mailingFormats, mailingRhythms, mailingSources, mostFilter } from './mailing.rules.ts';

/** The fields of a mailing. Calls, stored rows, the trail and the form follow. */
export const mailingFields = {
  name: { kind: 'text', label: 'mailing.field_name', max: 100, line: true, fresh: '', required: true },
  source: {
    kind: 'choice',
    of: mailingSources,
    fresh: 'platform',
    required: true,
    label: 'mailing.field_source',
    words: {
      platform: 'report.platform_heading',
      registered_collection: 'report.registered_collection',
      registered_book: 'report.registered_book',
      all_books: 'report.all_books',
      statement: 'mailing.source_statement',
    },
  },
  cust_idx: { kind: 'reference', to: 'customer', label: 'mailing.field_customer', note: 'Of a statement only' },
  filter: {
    kind: 'text',
    label: 'mailing.field_filter',
    max: mostFilter,
    line: true,
    fresh: '',
    note: 'Of a report: the query of its address, which its file is filtered and sorted by',
  },
  view_idx: {
    kind: 'reference',
    to: 'saved_view',
    label: 'mailing.field_view',
    note: 'Of a report: a saved view of your own whose filter and order it has each time it is mailed; once that is deleted, those of its last mail',
  },
  format: {
    kind: 'choice',
    of: mailingFormats,
    fresh: 'xlsx',
    label: 'mailing.field_format',
    note: 'A statement is pdf or csv, everything else xlsx or csv',
  },
  addresses: {
    kind: 'text',
    max: 5000,
    fresh: '',
    required: true,
    label: 'mailing.field_addresses',
    note: 'At most 20, separated by commas',
  },
  locale: { kind: 'choice', of: locales, fresh: 'en', label: 'mailing.field_locale' },
  rhythm: {
    kind: 'choice',
    of: mailingRhythms,
    fresh: 'month',
    label: 'mailing.field_rhythm',
    note: 'A statement is mailed each month',
    words: { week: 'mailing.rhythm_week', month: 'mailing.rhythm_month' },
  },
  day: {
    kind: 'whole',
    max: 31,
    label: 'mailing.field_day',
    required: true,
    note: '1 (Monday) to 7 of a week, or 1 to 31 of a month; a shorter month has its last day',
  },
  hour: { kind: 'whole', max: 23, label: 'mailing.field_hour', required: true, note: "In the office's time zone" },
  active: { kind: 'flag', label: 'mailing.field_active' },
} as const satisfies Fields;

/** The values of these fields. */
export type MailingColumns = FieldValues<typeof mailingFields>;
