import type { Feature } from '#kernel/mount/feature.ts';
import { handbookRoutes } from './handbook.routes.ts';

/** The documents for those who write programs or run the office, as Markdown, and the releases as a feed. */
export const handbook: Feature = {
  name: 'handbook',
  register: handbookRoutes,
};
