export const causes = {
  'calendar.move_failed': 'An entry that was moved in the calendar could not be saved there; the reason follows',
  'calendar.link_failed': 'Heading of the reason why no address was made',
  'calendar.link_revoke_failed': 'Heading of the reason why an address was not revoked',
  'calendar.link_gone': 'An address of the calendar does not exist (404), or was revoked (410)',
} as const;
