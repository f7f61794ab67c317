import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { apikeyMessages } from './apikey.messages.ts';
import { apikeyRoutes, home } from './apikey.routes.ts';

/** The keys with which programs, such as the portal, call without an account. */
export const apikey: Feature = {
  name: 'apikey',
  messages: apikeyMessages,
  menu: [{ key: 'apikey.heading', href: home, order: 5, group: 'user' }],
  register(kernel) {
    apikeyRoutes(kernel);
    kernel.recordLinks.add({
      entity: 'api_key',
      label: 'apikey.kind',
      titles: titlesIn('api_key', { key: 'key_idx', title: 'name' }),
      title: 'name',
      values: { scope: { read: 'apikey.scope_read', redeem: 'apikey.scope_redeem' } },
      href: () => home,
      fields: {
        name: 'apikey.name',
        scope: 'apikey.scope',
        prefix: 'apikey.prefix',
        expires_at: 'apikey.expires',
      },
    });
  },
};
