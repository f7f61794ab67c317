import type { Feature } from '#kernel/mount/feature.ts';
import { sampleMessages } from './sample.messages.ts';
import { sampleRoutes } from './sample.routes.ts';

/** A small made-up library to try every screen with, offered while the library is empty. */
export const sample: Feature = { name: 'sample', messages: sampleMessages, register: sampleRoutes };
