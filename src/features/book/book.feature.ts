import type { Feature } from '#kernel/mount/feature.ts';
import { bookChecks, bookFiles } from './book.checks.ts';
import { bookMessages } from './book.messages.ts';
import { countBooks } from './book.public.ts';
import { bookActRecord, bookRecord } from './book.record.ts';
import { bookRelease } from './book.release.ts';
import { bookRoutes } from './book.routes.ts';
import { bookImportMaintenance } from './book.settings.ts';
import { bookFigures, lackingTasks, readyTasks, sharedIsbnTasks } from './book-home.read.ts';
import { bookPages } from './book-pages.routes.ts';
import { bookBulkRoutes } from './bulk/book-bulk.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { epubCheckRoutes } from './epub-check/epub-check.routes.ts';
import { imageRoutes } from './images/images.routes.ts';
import { sentenceRecord } from './sentences/sentence.record.ts';
import { sentenceRoutes } from './sentences/sentence.routes.ts';
import { unitInfoRecord } from './unit-info/unit-info.record.ts';
import { unitInfoRoutes } from './unit-info/unit-info.routes.ts';
import { forgetAudioNightly } from './words/forget-audio.service.ts';
import { wordRecord } from './words/word.record.ts';
import { wordsRelease } from './words/word.release.ts';
import { wordRoutes } from './words/word.routes.ts';

/** The library's books: list, detail, editor, and the calls that write many at once. */
export const book: Feature = {
  name: 'book',
  messages: bookMessages,
  menu: [
    {
      key: 'book.heading',
      href: '/book',
      order: 10,
      group: 'catalogue',
      icon: 'book',
      count: { kinds: ['book'], count: countBooks },
    },
  ],
  constraints: {
    book__bid_key: { status: 409, key: 'book.bid_taken', field: 'bid' },
    book__isbn_print_key: { status: 409, key: 'book.isbn_print_taken', field: 'isbn_print' },
    book__isbn_print_number_key: { status: 409, key: 'book.isbn_print_taken', field: 'isbn_print' },
    book__isbn_spindle_key: { status: 409, key: 'book.isbn_spindle_taken', field: 'isbn_spindle' },
    book__isbn_spindle_number_key: { status: 409, key: 'book.isbn_spindle_taken', field: 'isbn_spindle' },
    book__ser_idx_fkey: { status: 422, key: 'book.series_gone', field: 'ser_idx' },
    book__level_fkey: { status: 422, key: 'BOOK-42', field: 'lev_idx' },
    book__cat_idx_fkey: { status: 422, key: 'book.category_gone', field: 'cat_idx' },
    book__grp_idx_fkey: { status: 422, key: 'book.agegroup_gone', field: 'grp_idx' },
    word__bidx_fkey: { status: 404, key: 'book.not_found' },
    word__bidx_word_key: { status: 409, key: 'book.word_rule', field: 'word' },
    sentence__word_idx_fkey: { status: 404, key: 'book.word_not_found' },
    sentence__word_idx_sentence_key: { status: 409, key: 'book.sentence_taken', field: 'sentence' },
  },
  effects: ['book_act_row', 'sentence_act_row'],
  checks: bookChecks,
  fileChecks: bookFiles,
  register(kernel) {
    bookRoutes(kernel);
    bookBulkRoutes(kernel);
    bookPages(kernel);
    contentRoutes(kernel);
    epubCheckRoutes(kernel);
    unitInfoRoutes(kernel);
    wordRoutes(kernel);
    forgetAudioNightly(kernel);
    sentenceRoutes(kernel);
    imageRoutes(kernel);
    kernel.settings.add(bookImportMaintenance);
    kernel.home.addTasks(readyTasks(kernel.counts));
    kernel.home.addTasks(sharedIsbnTasks(kernel.counts));
    kernel.home.addTasks(lackingTasks(kernel.counts));
    for (const figure of bookFigures) kernel.home.addFigure(figure);
    kernel.releasables.add(bookRelease);
    kernel.releasables.add(wordsRelease(kernel.storage));
    kernel.records.define(
      bookRecord(kernel),
      bookActRecord(kernel),
      wordRecord(kernel.storage),
      sentenceRecord(kernel.storage),
      unitInfoRecord,
    );
  },
};
