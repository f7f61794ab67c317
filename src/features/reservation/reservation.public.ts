export { showChangesUntil } from './record/as-of.read.ts';
export type { ShownReservation } from './reservation.read.ts';
