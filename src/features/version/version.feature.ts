import type { Feature } from '#kernel/mount/feature.ts';
import { versionMessages } from './version.messages.ts';
import { versionPages } from './version-pages.routes.ts';
import { versionsRoutes } from './versions.routes.ts';

/** The versions of a collection: their list, memos, the comparison of two, and restoring one. */
export const version: Feature = {
  name: 'version',
  messages: versionMessages,
  register(kernel) {
    versionsRoutes(kernel);
    versionPages(kernel);
  },
};
