export type { LearnerWords } from './learner.messages.ts';
