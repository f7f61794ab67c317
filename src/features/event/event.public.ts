export { EventParams, type EventRecord } from './event.contract.ts';
export { eventStatuses, expiryOf, isFull, statusOf } from './event.rules.ts';
export { addParticipant, findEventOfCode, lockEventOfCode } from './event.store.ts';
export { type EventHead, readEventHead } from './record/event-head.read.ts';
