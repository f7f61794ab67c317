import { languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { collectionApi } from './collection.contract.ts';
import { collectionMessages } from './collection.messages.ts';
import {
  changeCollection,
  createCollection,
  getCollection,
  lockContents,
  removeCollection,
} from './collection.service.ts';
import type { CollectionRow } from './collection.store.ts';
import { listNamed, recordOf, searchNamed } from './record/collection.read.ts';
import { localizeCollection } from './texts/save-texts.service.ts';

const saved = ({ cidx, cid, version }: CollectionRow) => ({ results: { cidx, cid, version } });

export function collectionRoutes(kernel: Kernel): void {
  const { api, storage } = kernel;
  api(collectionApi, {
    'POST /api/v1/collection': async ({ ctx, body }) => saved(await createCollection(ctx, body)),
    'GET /api/v1/collection': async ({ ctx, query }) => ({
      results: { collections: await searchNamed(ctx, query.search) },
    }),
    'GET /api/v1/collection/all': async ({ ctx }) => ({ results: await listNamed(ctx) }),
    'GET /api/v5/collection/:cid': async ({ ctx, params, query: { language } }) => {
      const row = await getCollection(ctx, params.cid);
      const texts = row.multi_lang_data[language];
      if (!texts) {
        const locale = languageTag(language).toUpperCase();
        throw collectionMessages.errorWith(404, 'collection.no_locale', { field: 'language' }, { locale });
      }
      return { results: { collection: { ...(await recordOf(ctx, storage, row)), ...texts } } };
    },
    'PUT /api/v5/collection/:cid': async ({ ctx, params, body }) =>
      saved(await changeCollection(ctx, params.cid, body)),
    'PUT /api/v5/collection/:cid/localize/:locale': async ({ ctx, params: { cid, locale }, body }) =>
      saved(await localizeCollection(ctx, cid, locale, body)),
    'PUT /api/v5/collection/lock': async ({ ctx, body: { cidx, lock, version } }) =>
      saved(await lockContents(ctx, cidx, lock, version)),
    'DELETE /api/v5/collection/:cid': ({ ctx, params, query, body }) =>
      removeCollection(ctx, kernel, params.cid, { ...body, ...query }),
  });
}
