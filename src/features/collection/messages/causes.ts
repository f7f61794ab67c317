/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'collection.not_found': 'There is no collection with this cid or cidx (404)',
  'collection.required': 'A new collection has no cid or no title, or its title is cleared (400)',
  'collection.cid_rule': 'A cid has other characters or is too long (400)',
  'collection.cid_reserved': 'A cid is a fixed word of an address (400)',
  'collection.cid_taken': 'Another collection has or had the cid (409)',
  'collection.cid_fixed': 'An update names another cid (422)',
  'collection.other_cidx': 'A deletion names the cidx of another collection (409)',
  'collection.other_content': 'A change of contents repeats the cid, type or id of its address, but another one (409)',
  'collection.discount_rule': 'A discounted price is above its price (400)',
  'collection.no_locale': 'The collection has no texts in the language (404)',
  'collection.is_locked': 'Contents of a locked collection are changed or restored (409)',
  'collection.has_contents': 'A collection that reaches books is deleted (409)',
  'collection.in_use':
    'A collection is deleted that has code batches, events, registrations or waiting scheduled changes (409); each is told in its own words, also that it reaches books',
  'collection.agegroup_gone': 'The chosen target group was deleted (422)',
  'collection.owner_gone': 'A chosen owner was deleted (422)',
  'collection.content_taken': 'Everything to add is contained already (409)',
  'collection.content_missing': 'Nothing to remove is contained (404)',
  'collection.content_gone': 'An item to add does not exist (404), or is being deleted or added (409)',
  'collection.reason_needed':
    'A series is added, a book removed, or anything added in manage mode, without a reason (422)',
  'collection.image_not_found': 'The collection no longer has the image (404)',
  'collection.order_failed':
    'The order of advertised collections misses some, names others, or replaces a newer one (409); heading of the reason',
  'collection.add_failed': 'Heading of the reason why a collection was not added',
  'collection.edit_failed': 'Heading of the reason why a collection was not saved',
  'collection.delete_failed': 'Heading of the reason why a collection was not deleted',
};
