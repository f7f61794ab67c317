export { LearnerId, learnerRef } from './learner-id.contract.ts';
export { learnerHref } from './learner-id.rules.ts';

/** The entity of registrations in audit and change rows. */
export const registrationEntity = 'registration';
