/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'guide.in_use': 'A guide ID is added that is in the list of series guides',
  'guide.delete_confirm': 'Asked before an item of a series guide is deleted',
  'guide.add_failed': 'Heading of the reason why an item was not added; the form keeps what was typed',
  'guide.edit_failed': 'Heading of the reason why an item was not changed; the form keeps what was typed',
  'guide.delete_failed': 'Heading of the reason why an item was not deleted',
  'guide.order_failed':
    'The saved order does not name the items of the guide exactly once, or replaces a newer one (409); the screen loads the items and offers to save the order over them',
  'guide.range_failed': 'Heading of the reason why a moved or resized bar is where it was; it offers to try again',
  'guide.load_failed': 'An item was saved, but the guide could not be loaded afterwards',
  'guide.item_not_found':
    'An item was deleted in the meantime, never existed, or belongs to another guide than the call names (404)',
  'guide.range_rule': 'An item would leave the timeline of ten columns (422)',
  'guide.link_rule': 'The link of a button is no web address (400)',
  'guide.full': 'An item is added to a guide of 200 items (422)',
  'guide.cover_delete_failed': 'Heading of the reason why the cover of an item was not deleted',
  'guide.cover_not_found': 'A cover is deleted that was replaced or deleted in the meantime (404)',
};
