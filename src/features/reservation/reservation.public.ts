export { Time, Zone } from './reservation.contract.ts';
