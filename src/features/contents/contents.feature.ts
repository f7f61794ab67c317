import type { Feature } from '#kernel/mount/feature.ts';
import { contentsMessages } from './contents.messages.ts';
import { contentsRelease } from './contents.release.ts';
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
    kernel.releasables.add(contentsRelease);
    kernel.samples.add(collectionSample(kernel.references));
  },
};
