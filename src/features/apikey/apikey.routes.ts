import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { apikeyApi } from './apikey.contract.ts';
import { addKey, apikeyEntity, ownKey, revokeKey } from './apikey.service.ts';
import type ApikeyCreate from './apikey-create.view.tsx';
import type ApikeyList from './apikey-list.view.tsx';
import { listAllKeys } from './vend-key.read.ts';

export const home = '/settings/keys';

export function apikeyRoutes({ api, web }: Kernel): void {
  api(apikeyApi, {
    'GET /api/v1/api_key': async ({ ctx }) => ({ results: await listAllKeys(ctx) }),
    'GET /api/v1/api_key/own': ({ ctx }) => ({ results: ownKey(ctx) }),
    'POST /api/v1/api_key': async ({ ctx, body }) => ({ results: await addKey(ctx, body) }),
    'DELETE /api/v1/api_key/:key_idx': ({ ctx, params }) => revokeKey(ctx, params.key_idx),
  });
  web.page(home, {
    view: view<typeof ApikeyList>('apikey/apikey-list'),
    follows: [apikeyEntity],
    title: (t) => t('apikey.heading'),
    load: async ({ ctx }) => ({ rows: await listAllKeys(ctx), now: inSeconds(ctx.now) }),
  });
  web.fragment(`${home}/create`, {
    view: view<typeof ApikeyCreate>('apikey/apikey-create'),
    within: home,
    load: ({ ctx }) => ({ now: inSeconds(ctx.now) }),
  });
}
