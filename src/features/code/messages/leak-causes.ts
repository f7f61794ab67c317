/** What errors about leaked files come from. */
export const leakCauses = {
  'code.leak_no_lot': 'A lot is said to have leaked that the batch does not have (404)',
  'code.leak_no_delivery': 'A delivery is said to have leaked that the batch does not have (404)',
  'code.leak_not_found': 'There is no leak with this number (404)',
  'code.leak_since_ahead': 'The time of a leak is in the future (422)',
  'code.leak_failed': 'Heading of the reason why a leaked file was not replaced',
  'code.leak_changed': 'Codes would be frozen of a lot that the caller was not told of (409)',
} as const;
