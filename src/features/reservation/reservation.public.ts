export { showChangesUntil } from './record/as-of.read.ts';
export { Time, Zone } from './reservation.contract.ts';
export type { ShownReservation } from './reservation.read.ts';
