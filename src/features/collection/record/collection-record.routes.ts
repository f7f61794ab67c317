import { z } from 'zod';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { CollectionParams, Localized } from '../collection.contract.ts';
import { readLocaleStates } from '../texts/locale-texts.read.ts';
import type CollectionDetail from './collection-detail.view.tsx';
import { type CollectionHead, readCollectionHead } from './collection-head.read.ts';
import { collectionTabHref } from './collection-tabs.rules.ts';
import type CollectionHistoryTab from './tabs/collection-history.view.tsx';
import type CollectionUsesTab from './tabs/collection-uses.view.tsx';

/** The pages of a collection's parts, each with its own address. */
export function collectionRecordPages(kernel: Kernel): void {
  const { web, references } = kernel;
  const shared = {
    params: CollectionParams,
    title: (_: unknown, { head }: { head: CollectionHead }) => head.collection.title,
    shows: ({ head }: { head: CollectionHead }) => ({ kind: 'collection', id: head.collection.cid }),
  };
  web.page(collectionTabHref(':cid', 'details'), {
    ...shared,
    view: view<typeof CollectionDetail>('collection/record/collection-detail'),
    query: z.object({ language: Localized.catch('en').default('en') }),
    load: async ({ ctx, params, query: { language } }) => {
      const { head, row } = await readCollectionHead(ctx, kernel, params.cid);
      return {
        head,
        locale: language,
        texts: row.multi_lang_data[language] ?? null,
        states: await readLocaleStates(ctx, row),
      };
    },
  });
  web.page(collectionTabHref(':cid', 'uses'), {
    ...shared,
    view: view<typeof CollectionUsesTab>('collection/record/tabs/collection-uses'),
    load: async ({ ctx, params }) => {
      const { head } = await readCollectionHead(ctx, kernel, params.cid);
      return { head, uses: await references.shown(sendingTogether(ctx), 'collection', head.collection.cidx) };
    },
  });
  web.page(collectionTabHref(':cid', 'history'), {
    ...shared,
    view: view<typeof CollectionHistoryTab>('collection/record/tabs/collection-history'),
    load: async ({ ctx, params }) => ({ head: (await readCollectionHead(ctx, kernel, params.cid)).head }),
    history: true,
  });
}
