export { learnerHref } from './learner-id.rules.ts';
export { LearnerLink } from './learner-link.tsx';
export { NearCodes } from './near/near-codes.tsx';
export { RefusedTries } from './tries/refused-tries.tsx';
