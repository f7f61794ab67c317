import { sortText } from '#kernel/db/list-page.ts';
import { pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { lookOf } from '#kernel/http/list-look.ts';
import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { collectionListOffer } from './collection-filter.rules.ts';
import { CollectionListQuery, collectionListApi } from './collection-list.contract.ts';
import { countCollectionsOf, exportCollections, listCollections, listFilterChoices } from './collection-list.read.ts';
import type CollectionList from './collection-list.view.tsx';

export function collectionListRoutes({ api, web, views, storage }: Kernel): void {
  api(collectionListApi, {
    'GET /collection/export': async ({ ctx, query: { as, sort, ...filter }, reply }) =>
      sendExport({ ctx, reply }, { title: 'collections', as, ...(await exportCollections(ctx, filter, sort)) }),
  });
  views.add('/collection', {
    builtIn: [
      { label: 'common.all', query: {} },
      { label: 'collection.public', query: { is_public: 'O' } },
      { label: 'collection.view_advertised', query: { ads: 'on' } },
      { label: 'collection.view_locked', query: { lock: 'on' } },
    ],
    count: (ctx, query) => countCollectionsOf(ctx, CollectionListQuery.parse(query)),
  });
  for (const path of ['/collection', '/collection/page', '/collection/search']) {
    web.page(path, {
      view: view<typeof CollectionList>('collection/list/collection-list'),
      follows: ['collection'],
      title: (t) => t('collection.heading'),
      query: CollectionListQuery,
      replica: true,
      snapshot: true,
      load: async ({ ctx, request, query: { page, size, sort, ...filter } }) => {
        const look = lookOf(request, collectionListOffer, size);
        const [collections, choices, shown] = await Promise.all([
          listCollections(ctx, filter, { order: sort, page, size: look.size }),
          listFilterChoices(ctx),
          views.of(ctx, '/collection'),
        ]);
        const thumb = (folder: string) => storage.publicUrl(thumbPath(folder, 'list'));
        const rows = collections.rows.map((row) => ({ ...row, cover: row.cover && thumb(row.cover) }));
        return {
          collections: { ...collections, rows },
          look,
          paging: { size: look.size, limit: pagingLimit, sizes: pageSizes },
          query: { ...filter, sort: sortText(sort), size },
          choices,
          views: shown,
        };
      },
    });
  }
}
