import type { Feature } from '#kernel/feature.ts';
import { defineImportJobs } from './import.job.ts';
import { importMessages } from './import.messages.ts';
import { importRoutes } from './import.routes.ts';

/** The book importer: sheets checked cell by cell, previewed, applied and undone as one. */
export const bookImport: Feature = {
  name: 'import',
  messages: importMessages,
  register: (kernel) => {
    defineImportJobs(kernel);
    importRoutes(kernel);
  },
};
