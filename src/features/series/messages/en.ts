export const en = {
  'series.heading': 'Series',
  'series.create': 'New series',
  'series.created': 'The series was added.',
  'series.renamed': 'The series was renamed.',
  'series.deleted': 'The series was deleted.',
  'series.reordered': 'The order of the series was saved.',
  'series.add_failed': 'The series could not be added.',
  'series.edit_failed': 'The series could not be changed.',
  'series.delete_failed': 'The series could not be deleted.',
  'series.order_failed': 'Could not update the sequence of the series.',
  'series.not_found': 'This series does not exist any more.',
  'series.title_taken': 'A series with this title exists already.',
  'series.has_books':
    'This series cannot be deleted: it holds {count, plural, one {# book} other {# books}} ({first}).',
  'series.in_use':
    'This series cannot be deleted: it is used in {count, plural, one {# place} other {# places}} ({first}).',
  'series.empty': 'No series yet. Add the first; its levels and books come after.',
  'series.search': 'Find a series',
  'series.found': '{count, plural, =0 {No series matches.} one {# series} other {# series}}',
  'series.reorder': 'Reorder series',
  'series.levels': '{count, plural, one {# level} other {# levels}}',
  'series.books': '{count, plural, one {# book} other {# books}}',
  'series.levels_failed': 'The levels could not be loaded.',
  'series.field': 'Series',
  'series.level_create': 'New level',
  'series.level_edit': 'Rename level',
  'series.level_created': 'The level was added.',
  'series.level_renamed': 'The level was renamed.',
  'series.level_deleted': 'The level was deleted.',
  'series.level_reordered': 'The order of the levels was saved.',
  'series.level_add_failed': 'The level could not be added.',
  'series.level_edit_failed': 'The level could not be changed.',
  'series.level_delete_failed': 'The level could not be deleted.',
  'series.level_order_failed': 'Could not update the sequence of the series level.',
  'series.level_not_found': 'This level does not exist any more.',
  'series.level_title_taken': 'This series has a level with this title already.',
  'series.level_has_books':
    'This level cannot be deleted: it holds {count, plural, one {# book} other {# books}} ({first}).',
  'series.level_in_use':
    'A level of this series is used in {count, plural, one {# place} other {# places}} ({first}), so it cannot be deleted.',
  'series.level_reorder': 'Reorder levels',
  'series.level_list': 'Levels of {title}',
} as const;

/** The English decides the keys; the other languages must have each of them. */
export type SeriesTexts = Record<keyof typeof en, string>;
