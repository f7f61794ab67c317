import type { Feature } from '#kernel/mount/feature.ts';
import { mailHome } from './home-mail.service.ts';
import { homeMessages } from './home.messages.ts';
import { homeRoutes } from './home.routes.ts';
import { taskRoutes } from './task.routes.ts';

/** The start page: an inbox of tasks for staff, what others did, the figures of the week and the newest books. */
export const home: Feature = {
  name: 'home',
  messages: homeMessages,
  menu: [{ key: 'home.heading', href: '/', order: 0, group: 'home', icon: 'home', letter: 'h' }],
  exported: { tables: ['home_mailed', 'task_snooze', 'task_taken'] },
  register(kernel) {
    homeRoutes(kernel);
    taskRoutes(kernel);
    mailHome(kernel);
  },
};
