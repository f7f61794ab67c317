import { z } from 'zod';
import { CollectionParams, collectionEntity } from '#features/collection/collection.public.ts';
import { readCollectionHead } from '#features/collection/collection-page.public.ts';
import { PageNumber, pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { readPricings } from './prices.read.ts';
import { drawnIn, lanesOf, pricesHref, rowsOf, spans, windowOf } from './prices.rules.ts';
import type Prices from './prices.view.tsx';

export function pricesRoutes(kernel: Kernel): void {
  kernel.web.page(pricesHref(':cid'), {
    view: view<typeof Prices>('prices/prices'),
    words: ['collection', 'reservation'],
    follows: ['reservation', 'release'],
    shows: ({ head }) => ({ kind: collectionEntity, id: head.collection.cid }),
    title: (_, { head }) => head.collection.title,
    params: CollectionParams,
    query: z.object({ span: z.enum(spans).catch('15').default('15'), page: PageNumber }),
    load: async ({ ctx, params: { cid }, query: { span, page } }) => {
      const { head } = await readCollectionHead(ctx, kernel, cid);
      const now = inSeconds(ctx.now);
      const lanes = lanesOf(await readPricings(ctx, kernel.changeSets, cid), now);
      const window = windowOf(lanes, span, now);
      const rows = rowsOf(lanes);
      return {
        head,
        lanes: lanes.map((lane) => drawnIn(lane, window)),
        window,
        rows: rows.slice((page - 1) * pageSize, page * pageSize),
        span,
        now,
        next: rows.findLast(({ at }) => at > now)?.at ?? null,
        paging: { page, size: pageSize, limit: pagingLimit, total: rows.length },
      };
    },
  });
}
