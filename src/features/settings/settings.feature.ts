import { secretKey } from '#kernel/config/secret.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { maintenanceKey } from '#kernel/work/maintenance.ts';
import { settingsMessages } from './settings.messages.ts';
import { settingsRoutes } from './settings.routes.ts';
import { settingBack } from './settings.service.ts';

/** The screen for the settings that features register with the kernel. */
export const settings: Feature = {
  name: 'settings',
  messages: settingsMessages,
  menu: [{ key: 'settings.heading', href: '/settings', order: 4, group: 'user' }],
  register(kernel) {
    settingsRoutes(kernel);
    kernel.records.define({
      kind: 'setting',
      label: 'settings.kind',
      href: () => '/settings',
      undo: { updated: settingBack(kernel.settings) },
      titles: async (ctx) =>
        new Map([
          ...kernel.settings.all().map(({ key, label }) => [key, ctx.text(label)] as const),
          [maintenanceKey, ctx.text('settings.maintenance')],
          [secretKey, ctx.text('settings.secret')],
        ]),
    });
  },
};
