export { type RegistrationStatus, registrationStatuses } from './registration.rules.ts';
export { endOf, statusAt, withCode } from './registration-rows.read.ts';
