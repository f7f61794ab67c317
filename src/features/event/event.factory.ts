import type { EventBody } from './event.contract.ts';

/** A valid event for tests: it runs from an hour before the start of the test clock until a day after. */
export const eventBody = (n: number, over: EventBody = {}) => ({
  name: `Event ${n}`,
  cid: 'C1',
  code: `EVENT${String(n).padStart(7, '0')}`,
  from: 1_772_438_400,
  until: 1_772_528_400,
  length: 30,
  participant_limit: 0,
  forced_expire: false,
  forced_expired_date: 0,
  group: 'Spring',
  ...over,
});
