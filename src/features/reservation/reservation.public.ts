export { countOverdue } from './apply/due.store.ts';
export { showChangesUntil } from './record/as-of.read.ts';
export type { ShownReservation } from './reservation.read.ts';
