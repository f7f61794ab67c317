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
] as const;

export type ListColumn = (typeof listColumns)[number];

const initial: readonly ListColumn[] = ['author', 'series', 'level', 'format', 'published', 'updated'];

/** What people choose from for their list of books. */
export const bookListOffer = { path: '/book', columns: listColumns, initial };
