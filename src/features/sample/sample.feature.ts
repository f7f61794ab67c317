import type { Feature } from '#kernel/feature.ts';
import { sampleMessages } from './sample.messages.ts';
import { sampleRoutes } from './sample.routes.ts';

/** A small made-up library, offered while there is none, to try every screen on. */
export const sample: Feature = { name: 'sample', messages: sampleMessages, register: sampleRoutes };
