export type { EventRecord } from './event.contract.ts';
export { expiryOf, isFull, statusOf } from './event.rules.ts';
export { addParticipant, findEventOfCode, freePlace, lockEvent, lockEventOfCode } from './event.store.ts';
