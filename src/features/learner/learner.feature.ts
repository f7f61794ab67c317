import type { Feature } from '#kernel/mount/feature.ts';
import { learnerMessages } from './learner.messages.ts';
import { learnerRecord } from './learner.record.ts';
import { learnerRoutes } from './learner.routes.ts';

/** A learner's page: what they have, how they got it and until when. */
export const learner: Feature = {
  name: 'learner',
  messages: learnerMessages,
  exported: { tables: ['learner'] },
  register(kernel) {
    learnerRoutes(kernel);
    kernel.records.define(learnerRecord);
  },
};
