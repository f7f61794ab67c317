import { bookTable } from '#features/book/book-fields.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { labelsOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { importBack, importSentencesBack } from './record/import-undo.service.ts';
import { importSteps } from './rules/import-steps.rules.ts';

export const importRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: 'import',
  label: 'import.heading',
  href: (id) => `/book/import/${id}`,
  titles: { table: 'import', key: 'import_idx', title: 'file_name' },
  title: 'file',
  acts: [{ key: 'import.act', icon: 'import', href: '/book/import' }],
  undo: { applied: importBack(kernel), sentences_applied: importSentencesBack },
  fields: labelsOf(bookTable),
  values: { step: Object.fromEntries(importSteps.map((step) => [step, `import.step_${step}`])) },
  actions: {
    ...Object.fromEntries(steps.map((step) => [step, `import.did_${step}`])),
    row_corrected: 'import.did_corrected',
    rows_dropped: 'import.did_dropped',
    rows_restored: 'import.did_restored',
    rows_filled: 'import.did_filled',
    rows_unaltered: 'import.did_unaltered',
    sentences_filled: 'import.did_filled',
    sentence_corrected: 'import.did_sentence_corrected',
  },
});

const steps = [
  'staged',
  'columns_chosen',
  'titles_merged',
  'discarded',
  'books_chosen',
  'step_changed',
  'files_chosen',
  'files_forgotten',
  'sentences_staged',
  'sentences_dropped',
  'sentences_restored',
  'sentences_applied',
  'sentences_discarded',
];
