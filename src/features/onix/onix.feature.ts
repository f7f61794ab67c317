import type { Feature } from '#kernel/mount/feature.ts';
import { onixExported } from './onix.exported.ts';
import { onixMessages } from './onix.messages.ts';
import { onixRecord } from './onix.record.ts';
import { onixRoutes } from './onix.routes.ts';

/** ONIX for Books 3: messages of publishers as files of the importer, and books as messages. */
export const onix: Feature = {
  name: 'onix',
  messages: onixMessages,
  exported: onixExported,
  register(kernel) {
    onixRoutes(kernel);
    kernel.records.define(onixRecord);
  },
};
