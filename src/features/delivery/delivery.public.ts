export type { DeliveryForm } from './file/delivery.contract.ts';
export { recordDelivery } from './file/delivery.service.ts';
export { namesOf } from './file/file-name.read.ts';
export { codesTitle } from './file/file-name.rules.ts';
export type { Link } from './partner/partner-link.contract.ts';
export { findOpenLink } from './partner/partner-link.store.ts';
