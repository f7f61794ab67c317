import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { apikeyApi, KeyParams, type Scope, keyScopes } from './apikey.contract.ts';
import { addKey, apikeyEntity, changeSells, getKeyName, ownKey, replaceKey, revokeKey } from './apikey.service.ts';
import type ApikeyCreate from './apikey-create.view.tsx';
import type ApikeyReplace from './apikey-replace.view.tsx';
import type ApikeySells from './apikey-sells.view.tsx';
import type ApikeyList from './apikey-list.view.tsx';
import { listUses } from './use/key-use.store.ts';
import type KeyUse from './use/key-use.view.tsx';
import { KeyUses } from './use/key-uses.ts';
import { listAllKeys, readVendKey } from './vend-key.read.ts';

export const home = '/settings/keys';

export function apikeyRoutes(kernel: Kernel): void {
  const { api, app, web } = kernel;
  // A door that was taken away has no call left.
  const isOpen = (scope: Scope) =>
    app.routeList.some(({ config }) =>
      scope === 'staff' ? config?.forPrograms === true : config?.permission === `key:${scope}`,
    );
  const uses = new KeyUses(kernel);
  const usesOf = async (ctx: Context, keyIdx: number) => {
    // What this process has counted but not stored belongs to the answer; without it the rest is shown.
    await uses.storeCounted();
    return { name: await getKeyName(ctx, keyIdx), uses: await listUses(ctx, keyIdx) };
  };
  api(apikeyApi, {
    'GET /api/v1/api_key': async ({ ctx }) => ({ results: await listAllKeys(ctx) }),
    'GET /api/v1/api_key/own': ({ ctx }) => ({ results: ownKey(ctx) }),
    'POST /api/v1/api_key': async ({ ctx, body }) => ({ results: await addKey(ctx, body) }),
    'GET /api/v1/api_key/:key_idx/use': async ({ ctx, params }) => ({ results: await usesOf(ctx, params.key_idx) }),
    'PUT /api/v1/api_key/:key_idx': async ({ ctx, params, body }) => ({
      results: await changeSells(ctx, params.key_idx, body),
    }),
    'POST /api/v1/api_key/:key_idx/replace': async ({ ctx, params, body }) => ({
      results: await replaceKey(ctx, params.key_idx, body.expires_at),
    }),
    'DELETE /api/v1/api_key/:key_idx': ({ ctx, params }) => revokeKey(ctx, params.key_idx),
  });
  web.page(home, {
    view: view<typeof ApikeyList>('apikey/apikey-list'),
    follows: [apikeyEntity],
    title: (t) => t('apikey.heading'),
    load: async ({ ctx }) => ({
      rows: await listAllKeys(ctx),
      now: inSeconds(ctx.now),
      hasAssistants: isOpen('assistant'),
    }),
  });
  web.fragment(`${home}/create`, {
    view: view<typeof ApikeyCreate>('apikey/apikey-create'),
    within: home,
    load: ({ ctx }) => ({ now: inSeconds(ctx.now), scopes: keyScopes.filter(isOpen) }),
  });
  web.fragment(`${home}/replace/:key_idx`, {
    view: view<typeof ApikeyReplace>('apikey/apikey-replace'),
    params: KeyParams,
    within: home,
    load: async ({ ctx, params: { key_idx } }) => ({
      key_idx,
      name: await getKeyName(ctx, key_idx),
      now: inSeconds(ctx.now),
    }),
  });
  web.fragment(`${home}/:key_idx/use`, {
    view: view<typeof KeyUse>('apikey/use/key-use'),
    params: KeyParams,
    within: home,
    load: ({ ctx, params }) => usesOf(ctx, params.key_idx),
  });
  web.fragment(`${home}/edit/:key_idx`, {
    view: view<typeof ApikeySells>('apikey/apikey-sells'),
    params: KeyParams,
    within: home,
    load: async ({ ctx, params }) => ({ of: await readVendKey(ctx, params.key_idx) }),
  });
}
