import type { Feature } from '#kernel/feature.ts';
import { defineImportJobs } from './import.job.ts';
import { importHistory } from './import-history.read.ts';
import { importMessages } from './import.messages.ts';
import { importRoutes } from './import.routes.ts';

/** The book importer: sheets checked cell by cell, previewed, applied and undone as one. */
export const bookImport: Feature = {
  name: 'import',
  messages: importMessages,
  register: (kernel) => {
    defineImportJobs(kernel);
    kernel.histories.add(importHistory);
    kernel.recordLinks.add({
      entity: 'import',
      label: 'import.heading',
      href: (id) => `/book/import/${id}`,
      actions: {
        'import.staged': 'import.did_staged',
        'import.row_corrected': 'import.did_corrected',
        'import.rows_dropped': 'import.did_dropped',
        'import.rows_restored': 'import.did_restored',
        'import.discarded': 'import.did_discarded',
      },
    });
    importRoutes(kernel);
  },
};
