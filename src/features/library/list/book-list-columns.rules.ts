import { type BookFieldName, bookFields } from '#features/book/book-fields.public.ts';

/** The columns of a book beyond the fields of its sheet: counts and metadata. */
const recordColumns = ['words', 'published', 'created', 'updated', 'updated_by'] as const;

export type ListColumn = Exclude<BookFieldName, 'bid' | 'title'> | (typeof recordColumns)[number] | 'epub_check';

/** The columns that the list of books can show beside the title, in order. */
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
  'epub_check',
  'published',
  'created',
  'updated',
] as const satisfies readonly ListColumn[];

/** Every column besides bid and title, in the order of the sheet; lists of everything offer all of them. */
export const everyColumn: readonly ListColumn[] = [
  ...bookFields.flatMap(({ name }) => (name === 'bid' || name === 'title' ? [] : [name])),
  ...recordColumns,
];

const initial: readonly ListColumn[] = ['author', 'series', 'level', 'format', 'published', 'updated'];

/** The columns people can choose from for their list of books. */
export const bookListOffer = { path: '/book', columns: listColumns, initial };
