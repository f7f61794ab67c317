export { advertisedThen } from './advertisement/advertised-then.read.ts';
export { advertise, advertisedOrderId } from './advertisement/advertisement.service.ts';
