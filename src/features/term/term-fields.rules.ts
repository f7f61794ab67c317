import type { Fields, FieldValues } from '#kernel/records/record-fields.rules.ts';

const forms = {
  kind: 'text',
  max: 200,
  line: true,
  fresh: '',
  note: 'Several forms with commas, the usual one first',
} as const;

/** What a term is called in each language but English. */
export const formFields = {
  es: { ...forms, label: 'term.field_es' },
  jp: { ...forms, label: 'term.field_jp' },
  ko: { ...forms, label: 'term.field_ko' },
  tr: { ...forms, label: 'term.field_tr' },
} as const satisfies Fields;

/** The fields of a term besides its forms. */
export const ownFields = {
  term: {
    kind: 'text',
    label: 'term.field_term',
    max: 100,
    line: true,
    fresh: '',
    required: true,
    note: 'What English texts say',
  },
  note: { kind: 'text', label: 'term.field_note', max: 500, line: true, fresh: '' },
  keep: { kind: 'flag', label: 'term.field_keep', note: 'It is not translated: every language says the term itself' },
} as const satisfies Fields;

/** The fields of a term. Calls, stored rows, the trail, the form and the sheet follow. */
export const termFields = { ...ownFields, ...formFields };

/** The values of these fields. */
export type TermColumns = FieldValues<typeof termFields>;

/** What it is called, by language. */
export type TermForms = FieldValues<typeof formFields>;
