import type { Feature } from '#kernel/mount/feature.ts';
import { pricesMessages } from './prices.messages.ts';
import { pricesRecord } from './prices.record.ts';
import { pricesRoutes } from './prices.routes.ts';

/** The past, present and coming prices of a collection, as a tab of its page. */
export const prices: Feature = {
  name: 'prices',
  messages: pricesMessages,
  register(kernel) {
    pricesRoutes(kernel);
    kernel.records.define(pricesRecord);
  },
};
