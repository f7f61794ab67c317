import type { Feature } from '#kernel/mount/feature.ts';
import { auditMessages } from './audit.messages.ts';
import { auditRoutes } from './audit.routes.ts';

/** Who did what and when, with the values before and after; also as the history of a single record. */
export const audit: Feature = {
  name: 'audit',
  messages: auditMessages,
  menu: [{ key: 'audit.heading', href: '/audit', order: 3, group: 'user' }],
  register: auditRoutes,
};
