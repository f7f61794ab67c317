import type { Feature } from '#kernel/mount/feature.ts';
import { cardMessages } from './card.messages.ts';
import { cardRoutes } from './card.routes.ts';

/** The card that answers what a pasted code, an event's code or a learner's ID is, and what can be done with it. */
export const card: Feature = {
  name: 'card',
  messages: cardMessages,
  register: cardRoutes,
};
