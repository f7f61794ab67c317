import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { bookMessages } from './book.messages.ts';
import { bookPalette } from './book.palette.ts';
import { countBooks } from './book.public.ts';
import { bookHref, registerBookReferences } from './book.references.ts';
import { bookRoutes } from './book.routes.ts';
import { bookImportMaintenance } from './book.settings.ts';
import { bookFigures, lackingTasks } from './book-home.read.ts';
import { bookPages } from './book-pages.routes.ts';
import { bookBulkRoutes } from './bulk/book-bulk.routes.ts';
import { rowsUndo } from './bulk/rows/undo-rows.service.ts';
import { contentRoutes } from './content/content.routes.ts';
import { imageActions, imageRoutes } from './images/images.routes.ts';
import { bookFields } from './record/book-columns.rules.ts';
import { restoreBook } from './record/restore-book.service.ts';
import { sentenceActions, sentenceRoutes } from './sentences/sentence.routes.ts';
import { sentencesUndo } from './sentences/sentence-undo.service.ts';
import { unitInfoRoutes } from './unit-info/unit-info.routes.ts';
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
    book__isbn_spindle_key: { status: 409, key: 'book.isbn_spindle_taken', field: 'isbn_spindle' },
    book__ser_idx_fkey: { status: 422, key: 'book.series_gone', field: 'ser_idx' },
    book__level_fkey: { status: 422, key: 'BOOK-42', field: 'lev_idx' },
    book__cat_idx_fkey: { status: 422, key: 'book.category_gone', field: 'cat_idx' },
    book__grp_idx_fkey: { status: 422, key: 'book.agegroup_gone', field: 'grp_idx' },
    word__bidx_fkey: { status: 404, key: 'book.not_found' },
    word__bidx_word_key: { status: 409, key: 'book.word_rule', field: 'word' },
    sentence__word_idx_fkey: { status: 404, key: 'book.word_not_found' },
    sentence__word_idx_sentence_key: { status: 409, key: 'book.sentence_taken', field: 'sentence' },
  },
  register(kernel) {
    bookRoutes(kernel);
    bookBulkRoutes(kernel);
    bookPages(kernel);
    contentRoutes(kernel);
    unitInfoRoutes(kernel);
    wordRoutes(kernel);
    sentenceRoutes(kernel);
    imageRoutes(kernel);
    kernel.settings.add(bookImportMaintenance);
    kernel.palette.add(bookPalette);
    kernel.palette.addAct({ key: 'book.create', icon: 'add', href: '/book/create' });
    kernel.palette.addAct({ key: 'book.act_publish', icon: 'publish', href: '/book?status=unpublished' });
    kernel.home.addTasks(lackingTasks(kernel.counts));
    for (const figure of bookFigures) kernel.home.addFigure(figure);
    registerBookReferences(kernel.references);
    kernel.undos.add('book_act.sentences_imported', sentencesUndo);
    for (const verb of ['imported', 'updated']) kernel.undos.add(`book_act.${verb}`, rowsUndo(kernel));
    const contentActions = {
      'book.uploaded': 'book.did_content_uploaded',
      'book.content_removed': 'book.did_content_removed',
    };
    const actions = { ...imageActions, ...sentenceActions, ...contentActions };
    const fields = Object.fromEntries(bookFields.map((field) => [field.name, field.label]));
    kernel.recordLinks.add({
      entity: 'book',
      label: 'book.kind',
      href: bookHref,
      titles: titlesIn('book', { key: 'bid', text: true }),
      actions,
      restore: { fields: bookFields.map(({ name }) => name).filter((name) => name !== 'bid'), write: restoreBook },
      values: {
        cover: { '*': 'audit.value_image' },
        preview: { '*': 'audit.value_image' },
        // Uploaded files; addresses that staff typed in are shown.
        epub_path: { 'contents/*': 'audit.value_file' },
        content_zip_url: { 'contents/*': 'audit.value_file' },
      },
      fields: {
        ...fields,
        published: 'book.field_published',
        cover: 'book.cover',
        preview: 'book.previews',
        units: 'book.unit_row',
        file_name: 'book.content_file',
        size: 'book.content_size',
        words: 'book.words_added',
        sentences: 'book.sentences_added',
        audio: 'book.sentence_audio',
      },
    });
    kernel.recordLinks.add({ entity: 'book_act', label: 'book.kind_act', actions });
  },
};
