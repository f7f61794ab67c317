import type { Feature } from '#kernel/mount/feature.ts';
import { handedToMe } from './handover.home.ts';
import { handoverMessages } from './handover.messages.ts';
import { handoverRecord } from './handover.record.ts';
import { handoverRoutes } from './handover.routes.ts';

/** What a person who is gone leaves behind, handed to others in one step. */
export const handover: Feature = {
  name: 'handover',
  messages: handoverMessages,
  register(kernel) {
    handoverRoutes(kernel);
    kernel.records.define(handoverRecord(kernel.belongings));
    kernel.home.addTasks(handedToMe);
  },
};
