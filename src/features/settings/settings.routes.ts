import { settingEntity } from '#kernel/desk/settings.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { settingsApi } from './settings.contract.ts';
import { changeSetting, listSettings } from './settings.service.ts';
import type SettingsPage from './settings-page.view.tsx';

export function settingsRoutes({ api, web, settings }: Kernel): void {
  api(settingsApi, {
    'GET /api/v1/setting': async ({ ctx }) => ({
      results: (await listSettings(ctx, settings)).map(({ key, value, version }) => ({ key, value, version })),
    }),
    'PUT /api/v1/setting/:key': ({ ctx, params, body }) => changeSetting(ctx, settings, params.key, body),
  });
  web.page('/settings', {
    view: view<typeof SettingsPage>('settings/settings-page'),
    title: (t) => t('settings.heading'),
    follows: [settingEntity],
    load: async ({ ctx }) => ({ settings: await listSettings(ctx, settings) }),
  });
}
