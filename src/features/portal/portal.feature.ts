import type { Feature } from '#kernel/feature.ts';
import { portalMessages } from './portal.messages.ts';

/** What the portals of readers get: programs with an API key, and nothing that is not published. */
export const portal: Feature = {
  name: 'portal',
  messages: portalMessages,
  register() {},
};
