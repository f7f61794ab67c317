export type { EventRecord } from './event.contract.ts';
export { expiryOf, isFull, statusOf } from './event.rules.ts';
export {
  addParticipant,
  findEventOfCode,
  findEvents,
  freePlace,
  lockEvent,
  lockEventOfCode,
  lockEvents,
  shiftPlaces,
} from './event.store.ts';
