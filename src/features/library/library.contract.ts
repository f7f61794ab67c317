import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { SelectedBooksQuery } from './find/book-selection.contract.ts';

export const libraryApi = contract({
  'GET /book/export': {
    summary:
      'The books that match these filters but a few, or only some, in this order, as a sheet in the import layout',
    query: SelectedBooksQuery.extend({ as: ExportFormat }),
    stream: exportTypes,
    forPrograms: true,
    replica: true,
  },
});
