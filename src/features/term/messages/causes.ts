/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'term.not_found': 'A term that was deleted is opened, changed or deleted (404)',
  'term.taken': 'A term is to be added that there is already, but for capitals, accents and hyphens (409)',
  'term.add_failed': 'A term could not be added; the reason follows',
  'term.edit_failed': 'A term could not be saved; the reason follows',
  'term.delete_failed': 'A term could not be deleted; the reason follows',
};
