import { z } from 'zod';
import { CollectionParams } from '#features/collection/collection.public.ts';
import { collectionTabHref, readCollectionHead } from '#features/collection/collection-page.public.ts';
import { managedCid } from '#features/collection/collection-reach.public.ts';
import { findCollection, getCollection } from '#features/collection/collection-record.public.ts';
import { BookFilterQuery } from '#features/library/book-selection.public.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type Addition from './addition.view.tsx';
import type CollectionContents from './contents.view.tsx';
import { loadContentsPanel } from './contents-panel.service.ts';
import type CollectionContentsTab from './contents-tab.view.tsx';
import type ManagePanel from './manage-panel.view.tsx';

const addition = view<typeof Addition>('contents/addition');
const AddedParams = z.object({ id: z.string().max(200) });

export function contentsPages(kernel: Kernel): void {
  const { web } = kernel;
  web.page(collectionTabHref(':cid', 'contents'), {
    view: view<typeof CollectionContentsTab>('contents/contents-tab'),
    words: ['collection'],
    shows: ({ head }) => ({ kind: 'collection', id: head.collection.cid }),
    params: CollectionParams,
    title: (_, { head }) => head.collection.title,
    load: async ({ ctx, params: { cid }, request }) => {
      const { row, head } = await readCollectionHead(ctx, kernel, cid);
      return { head, contents: managedCid(request.cookies) === cid ? null : await loadContentsPanel(ctx, row) };
    },
  });
  web.fragment('/collection/contents/:cid', {
    view: view<typeof CollectionContents>('contents/contents'),
    words: ['collection'],
    params: CollectionParams,
    within: ({ params }) => `/collection/${encodeURIComponent(params.cid)}`,
    load: async ({ ctx, params }) => ({ panel: await loadContentsPanel(ctx, await getCollection(ctx, params.cid)) }),
  });
  for (const kind of ['series', 'book'] as const)
    web.fragment(`/collection/add/${kind}/:id`, {
      view: addition,
      words: ['collection'],
      params: AddedParams,
      within: ({ params: { id } }) => kernel.records.hrefOf(kind, id) ?? '/collection',
      load: async ({ ctx, params: { id }, request }) => {
        const title = (await kernel.records.lookUp(ctx, [{ entity: kind, id }]))(kind, id);
        if (!title || title.gone) throw new AppError(404, 'error.not_found');
        const added = kind === 'series' ? { type: kind, id: Number(id) } : { type: kind, bid: id };
        return { added: { ...added, title: title.title }, managed: managedCid(request.cookies) };
      },
    });
  web.fragment('/collection/add/books', {
    view: addition,
    words: ['collection'],
    query: BookFilterQuery,
    // The list in which the books are selected.
    within: ({ request }) => request.url.replace('/collection/add/books', '/book'),
    load: async ({ query: { sort: _sort, ...filter }, request }) => ({
      added: { type: 'books' as const, filter },
      managed: managedCid(request.cookies),
    }),
  });
  web.dock({
    view: view<typeof ManagePanel>('contents/manage-panel'),
    words: ['collection'],
    beside: ['collection', 'book', 'series'],
    load: async (ctx, { cookies }) => {
      const cid = managedCid(cookies);
      // A collection deleted meanwhile has no panel.
      const row = cid === null ? undefined : await findCollection(ctx.db, cid);
      if (!row) return null;
      return { props: { panel: await loadContentsPanel(ctx, row) }, picking: !row.lock };
    },
  });
}
