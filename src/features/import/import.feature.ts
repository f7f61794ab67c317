import { bookFields } from '#features/book/book.public.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { importMessages } from './import.messages.ts';
import { importRoutes } from './import.routes.ts';
import { appliedFigure, findImportTasks } from './import-home.read.ts';
import { importSentencesUndo, importUndo } from './import-undo.service.ts';
import { importSteps } from './wizard/import-steps.rules.ts';

/** The book importer: sheets are checked cell by cell, previewed, applied and undone as a whole. */
export const bookImport: Feature = {
  name: 'import',
  messages: importMessages,
  register: (kernel) => {
    kernel.recordLinks.add({
      entity: 'import',
      label: 'import.heading',
      href: (id) => `/book/import/${id}`,
      titles: titlesIn('import', { key: 'import_idx', title: 'file_name' }),
      title: 'file',
      fields: Object.fromEntries(bookFields.map(({ name, label }) => [name, label])),
      values: { step: Object.fromEntries(importSteps.map((step) => [step, `import.step_${step}`])) },
      actions: {
        'import.staged': 'import.did_staged',
        'import.columns_chosen': 'import.did_columns_chosen',
        'import.titles_merged': 'import.did_titles_merged',
        'import.row_corrected': 'import.did_corrected',
        'import.rows_dropped': 'import.did_dropped',
        'import.rows_restored': 'import.did_restored',
        'import.discarded': 'import.did_discarded',
        'import.books_chosen': 'import.did_books_chosen',
        'import.step_changed': 'import.did_step_changed',
        'import.files_chosen': 'import.did_files_chosen',
        'import.files_forgotten': 'import.did_files_forgotten',
        'import.sentences_staged': 'import.did_sentences_staged',
        'import.sentence_corrected': 'import.did_sentence_corrected',
        'import.sentences_dropped': 'import.did_sentences_dropped',
        'import.sentences_restored': 'import.did_sentences_restored',
        'import.sentences_applied': 'import.did_sentences_applied',
        'import.sentences_discarded': 'import.did_sentences_discarded',
      },
    });
    importRoutes(kernel);
    kernel.palette.addAct({ key: 'import.act', icon: 'import', href: '/book/import' });
    kernel.undos.add('import.applied', importUndo(kernel));
    kernel.undos.add('import.sentences_applied', importSentencesUndo);
    kernel.home.addTasks(findImportTasks);
    kernel.home.addFigure(appliedFigure);
  },
};
