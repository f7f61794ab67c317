/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'series.add_failed': 'Heading of the reason why a series was not added',
  'series.edit_failed': 'Heading of the reason why a series was not renamed',
  'series.delete_failed': 'Heading of the reason why a series was not deleted',
  'series.order_failed':
    'The saved order has too many or too few series: somebody added or removed one in the meantime (409). The draft is kept and can be merged',
  'series.not_found': 'It was deleted in the meantime, or never existed (404)',
  'series.title_taken': 'Another series has the title (409)',
  'series.in_use': 'The series to delete is still used elsewhere (409)',
  'series.levels_failed': 'Heading of the reason why the levels of an opened series are not shown',
  'series.level_add_failed': 'Heading of the reason why a level was not added',
  'series.level_edit_failed': 'Heading of the reason why a level was not renamed',
  'series.level_delete_failed': 'Heading of the reason why a level was not deleted',
  'series.level_order_failed': 'Heading of the reason why the order of the levels of a series was not saved',
  'series.level_not_found': 'It was deleted in the meantime, or never existed (404)',
  'series.level_title_taken': 'The series already has a level with this title (409)',
  'series.level_in_use': 'A level to delete, alone or with its series, is still used elsewhere (409)',
};
