import type { Feature } from '#kernel/feature.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import { reportMessages } from './report.messages.ts';

/** Reports over what customers got and learners did with it. */
export const report: Feature = {
  name: 'report',
  messages: reportMessages,
  menu: [{ key: 'report.platform_heading', href: '/report/platform', order: 50, group: 'reports', icon: 'report' }],
  register(kernel) {
    platformRoutes(kernel);
  },
};
