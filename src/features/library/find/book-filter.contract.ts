import { epubStates } from '#features/content/epub-check.public.ts';
import { readinessStates, requirementKeys } from '#features/readiness/readiness-rules.public.ts';
import { choice, day, type FilterOf, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';
import { readBookIds } from './book-ids.rules.ts';

/** What a book can lack: what readiness requires, or content that is readable on mobile. */
const absences = [...requirementKeys, 'mobile'] as const;

/** The filter of a list of books. */
export const bookFilter = filterOf({
  /** Words, or a list of bids and ISBNs. */
  search_val: search(readBookIds),
  status: choice(['published', 'unpublished']),
  series: recordKey(),
  /** One of the levels of the series. */
  level: recordKey(),
  category: recordKey(),
  age_group: recordKey(),
  language: text(),
  format: text(),
  missing: choice(absences),
  readiness: choice(readinessStates),
  /** Books that have the number of another one's ISBN, in the other spelling. */
  isbn: choice(['shared']),
  /** How the check of its EPUB ended. */
  epub_check: choice(epubStates),
  added_since: day(),
  published_since: day(),
  /** The books that this act touched, if they still exist. */
  act: recordKey(),
});
export type BookFilter = FilterOf<typeof bookFilter>;
