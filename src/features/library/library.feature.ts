import { countBooks } from '#features/book/book-record.public.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { bookChanges } from './book.changes.ts';
import { bookActRecord, bookRecord } from './book.record.ts';
import { bookImportMaintenance } from './book.settings.ts';
import { bookFigures, lackingTasks, readyTasks, sharedIsbnTasks } from './book-home.read.ts';
import { bookBulkRoutes } from './change/book-bulk.routes.ts';
import { isbnCheck, isbnRounded, isbnTwo } from './faults/isbn.faults.ts';
import { blankEnds, decomposed, oddSpaces } from './faults/text.faults.ts';
import { epubFailed, levelContradicts, noSeries, picturePoor, publishedBare, sameBook } from './faults/book.faults.ts';
import { libraryRoutes } from './library.routes.ts';
import { publishEffects } from './publish/publish-effects.read.ts';
import { libraryPages } from './library-pages.routes.ts';

/** The library of books: their list, the page of each with its tabs, and the calls that write many at once. */
export const library: Feature = {
  name: 'library',
  wordsOf: 'book',
  menu: [
    {
      key: 'book.heading',
      href: '/book',
      order: 10,
      group: 'catalogue',
      icon: 'book',
      letter: 'l',
      count: { kinds: ['book'], count: countBooks },
    },
  ],
  register(kernel) {
    libraryRoutes(kernel);
    bookBulkRoutes(kernel);
    libraryPages(kernel);
    kernel.settings.add(bookImportMaintenance);
    kernel.home.addTasks(readyTasks(kernel.counts));
    kernel.home.addTasks(sharedIsbnTasks(kernel.counts));
    kernel.home.addTasks(lackingTasks(kernel.counts));
    for (const figure of bookFigures) kernel.home.addFigure(figure);
    kernel.faults.add(blankEnds, decomposed, oddSpaces, isbnCheck, isbnRounded, isbnTwo);
    kernel.faults.add(sameBook, noSeries, levelContradicts, publishedBare, epubFailed, picturePoor);
    kernel.changeSets.define(bookChanges);
    kernel.approvals.addEffects(publishEffects);
    kernel.records.define(bookRecord(kernel), bookActRecord(kernel));
  },
};
