import { servePackage } from '#kernel/http/served-package.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { apikeyMessages } from './apikey.messages.ts';
import { apikeyRecord, ownKeys, personalKeys } from './apikey.record.ts';
import { apikeyRoutes, home } from './apikey.routes.ts';
import { shortLivedUses } from './use/key-use.store.ts';

/** The keys with which programs, such as the portal, call without an account. */
export const apikey: Feature = {
  name: 'apikey',
  messages: apikeyMessages,
  shortLived: [shortLivedUses],
  menu: [{ key: 'apikey.heading', href: home, order: 5, group: 'user' }],
  exported: { tables: ['key_use'] },
  register(kernel) {
    apikeyRoutes(kernel);
    // The command line, whose keys are made here.
    servePackage(kernel, 'office');
    kernel.records.define(apikeyRecord);
    kernel.belongings.add(ownKeys, personalKeys);
  },
};
