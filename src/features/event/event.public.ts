export { EventParams } from './event.contract.ts';
export { eventStatuses } from './event.rules.ts';
export { type EventHead, readEventHead } from './record/event-head.read.ts';
