import { choice, day, type FilterOf, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';

/** What a book can lack: a cover, audio for a sentence that needs it, any content file, or one readable on mobile. */
export const lacks = ['cover', 'audio', 'content', 'mobile'] as const;

/** The filter of a list of books. */
export const bookFilter = filterOf({
  search_val: search(),
  status: choice(['published', 'unpublished']),
  series: recordKey(),
  /** One of the levels of the series. */
  level: recordKey(),
  category: recordKey(),
  age_group: recordKey(),
  language: text(),
  format: text(),
  missing: choice(lacks),
  added_since: day(),
  published_since: day(),
  /** The books that this act touched, if they still exist. */
  act: recordKey(),
});
export type BookFilter = FilterOf<typeof bookFilter>;
