/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'roadmap.waiting_failed': 'Heading of the reason why the books that wait are not shown; it offers to try again',
  'roadmap.books_failed': 'Titles and covers of rows that came into view could not be loaded',
  'roadmap.saved': 'A bulk edit of a roadmap was saved; it offers to undo it',
  'roadmap.save_failed':
    'Heading of the reason why a move or a bulk edit was not saved; the rows are as before, a bulk edit is kept',
  'roadmap.row_full': 'A move would put a sixth book into a row, or names more than five (422)',
  'roadmap.no_row': 'A move names a row beyond a new last one (422)',
  'roadmap.not_found': 'The group of the roadmap was deleted in the meantime, or never existed (404)',
  'roadmap.book_not_found': 'A move names books that were deleted in the meantime, or never existed (404)',
  'roadmap.other_books': 'An arrangement lacks books, has others or names one twice (409)',
  'roadmap.repeated': 'A new roadmap names a book twice (422)',
  'roadmap.group_in_use': 'A book was placed while its group was deleted (409)',
  'roadmap.book_in_use': 'A book was placed while it was deleted (409)',
};
