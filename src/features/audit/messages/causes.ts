/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'audit.restore_failed': 'Heading of the reason why values were not restored from the history',
  'audit.restore_not':
    'A change that has no values before, or of fields that cannot be restored, is restored from the history (409)',
};
