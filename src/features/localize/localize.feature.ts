import type { Feature } from '#kernel/mount/feature.ts';
import { localizeMessages } from './localize.messages.ts';
import { collectionTexts } from './localize-text.faults.ts';
import { advertisedBare, priceOdd, textLong, textOld, textUntranslated } from './localize.faults.ts';
import { localizeRoutes } from './localize.routes.ts';
import { languageTasks } from './localize-home.read.ts';

/** The texts of collections in five languages: one beside another, and the grid of all of them. */
export const localize: Feature = {
  name: 'localize',
  messages: localizeMessages,
  register(kernel) {
    kernel.faults.add(advertisedBare, priceOdd, textOld, textUntranslated, textLong);
    kernel.faults.addAlso(...collectionTexts);
    localizeRoutes(kernel);
    kernel.home.addTasks(languageTasks(kernel.counts));
  },
};
