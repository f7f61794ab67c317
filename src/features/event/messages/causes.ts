/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'event.add_failed': 'Heading of the reason why an event was not added',
  'event.edit_failed': 'Heading of the reason why an event was not saved',
  'event.delete_failed': 'Heading of the reason why an event was not deleted',
  'event.pause_failed': 'Heading of the reason why an event was not paused, or does not go on',
  'event.not_found': 'It was deleted in the meantime, or never existed (404)',
  'event.code_fixed': 'The code of an event with participants was to change (409)',
  'event.collection_fixed': 'The collection of an event with participants was to change (409)',
  'event.collection_gone': 'The cid of an event names no collection (422)',
  'event.dates_rule': '`until` is not after `from` (422)',
  'event.forced_rule': 'The forced expiry is before the end of the event (422)',
  'event.limit_below': 'The limit would be below the participants there are (422)',
  'event.has_participants': 'The event to delete has participants: told before the call, and by it (409)',
};
