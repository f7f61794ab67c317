import type { Feature } from '#kernel/mount/feature.ts';
import { importMessages } from './import.messages.ts';
import { importRecord } from './import.record.ts';
import { importRoutes } from './import.routes.ts';
import { appliedFigure, findImportTasks } from './import-home.read.ts';

/** The book importer: sheets are checked cell by cell, previewed, applied and undone as a whole. */
export const bookImport: Feature = {
  name: 'import',
  messages: importMessages,
  register: (kernel) => {
    importRoutes(kernel);
    kernel.records.define(importRecord(kernel));
    kernel.home.addTasks(findImportTasks);
    kernel.home.addFigure(appliedFigure);
  },
};
