import type { Feature } from '#kernel/feature.ts';
import { portalChanges } from './changes/portal-changes.routes.ts';
import { portalMessages } from './portal.messages.ts';

/** What the portals of readers get: programs with an API key, and nothing that is not published. */
export const portal: Feature = {
  name: 'portal',
  messages: portalMessages,
  register(kernel) {
    portalChanges(kernel);
  },
};
