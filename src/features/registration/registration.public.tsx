export { learnerHref } from './learner-id.rules.ts';
export { LearnerLink } from './learner-link.tsx';
