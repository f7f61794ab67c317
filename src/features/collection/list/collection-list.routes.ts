import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { collectionQueries } from './collection-filter.contract.ts';
import { collectionListOffer } from './collection-filter.rules.ts';
import {
  countCollectionsOf,
  exportCollections,
  findListed,
  listCollections,
  listFilterChoices,
} from './collection-list.read.ts';
import type CollectionList from './collection-list.view.tsx';

export function collectionListRoutes(kernel: Kernel): void {
  const thumb = (folder: string) => kernel.storage.publicUrl(thumbPath(folder, 'list'));
  mountList(kernel, {
    offer: collectionListOffer,
    paths: ['/collection/page', '/collection/search'],
    view: view<typeof CollectionList>('collection/list/collection-list'),
    follows: ['collection'],
    title: (t) => t('collection.heading'),
    replica: true,
    queries: collectionQueries,
    views: {
      builtIn: [
        { label: 'collection.public', query: { is_public: 'O' } },
        { label: 'collection.view_advertised', query: { ads: 'on' } },
        { label: 'collection.view_locked', query: { lock: 'on' } },
      ],
    },
    find: async (ctx, filter, request) => {
      const found = await listCollections(ctx, filter, request);
      return { ...found, rows: found.rows.map((row) => ({ ...row, cover: row.cover && thumb(row.cover) })) };
    },
    listed: findListed,
    marked: { kind: 'collection', id: ({ cid }) => cid },
    count: countCollectionsOf,
    sheet: {
      summary: 'The collections of the list, in its order, as a sheet',
      title: 'collections',
      of: exportCollections,
    },
    more: async (ctx) => ({ choices: await listFilterChoices(ctx) }),
  });
}
