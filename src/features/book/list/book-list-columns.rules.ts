import { type BookFieldName, bookFields } from '../record/book-columns.rules.ts';

/** What a book shows beside the fields of its sheet: what is counted or kept of it. */
export const keptColumns = ['words', 'published', 'created', 'updated', 'updated_by'] as const;

export type ListColumn = Exclude<BookFieldName, 'bid' | 'title'> | (typeof keptColumns)[number];

/** The columns that the list of books can show beside the title, in their order. */
export const listColumns = [
  'title_en',
  'author',
  'illustrator',
  'publisher',
  'series',
  'level',
  'format',
  'language',
  'category',
  'age_group',
  'cefr_level',
  'lexile',
  'ar_level',
  'released_date',
  'isbn_print',
  'isbn_spindle',
  'word_count',
  'page_count',
  'words',
  'audio',
  'published',
  'created',
  'updated',
] as const satisfies readonly ListColumn[];

/** Every column there is beside bid and title, in the order of the sheet; lists of everything offer them all. */
export const everyColumn: readonly ListColumn[] = [
  ...bookFields.flatMap(({ name }) => (name === 'bid' || name === 'title' ? [] : [name])),
  ...keptColumns,
];

const initial: readonly ListColumn[] = ['author', 'series', 'level', 'format', 'published', 'updated'];

/** What people choose from for their list of books. */
export const bookListOffer = { path: '/book', columns: listColumns, initial };
