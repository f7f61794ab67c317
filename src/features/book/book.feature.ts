import type { Feature } from '#kernel/mount/feature.ts';
import { bookMessages } from './book.messages.ts';
import { editorRoutes } from './editor/editor.routes.ts';
import { bookRoutes } from './record/book.routes.ts';

/** One book: its fields, their rules, and its editor. */
export const book: Feature = {
  name: 'book',
  messages: bookMessages,
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
  },
  effects: ['book_act_row'],
  exported: { tables: ['book', 'book_act_row', 'book_without_cover'] },
  register(kernel) {
    bookRoutes(kernel);
    editorRoutes(kernel);
  },
};
