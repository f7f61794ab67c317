import type { Feature } from '#kernel/mount/feature.ts';
import { contentsChanges } from './contents.changes.ts';
import { contentsMessages } from './contents.messages.ts';
import { contentsRoutes } from './contents.routes.ts';
import { collectionSample } from './contents.sample.ts';
import { contentsPages } from './contents-pages.routes.ts';

/** What collections contain: the tab, the panel of manage mode, and adding from other records. */
export const contents: Feature = {
  name: 'contents',
  messages: contentsMessages,
  register(kernel) {
    contentsRoutes(kernel);
    contentsPages(kernel);
    kernel.changeSets.define(contentsChanges);
    kernel.samples.add(collectionSample(kernel));
  },
};
