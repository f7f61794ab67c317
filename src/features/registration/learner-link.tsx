import { learnerHref } from './learner-id.rules.ts';

/** The ID of a learner, and the way to their page. */
export const LearnerLink = ({ learner }: { learner: { learner_id: string; ref: string } }) => (
  <a href={learnerHref(learner.ref)}>
    <code>{learner.learner_id}</code>
  </a>
);
