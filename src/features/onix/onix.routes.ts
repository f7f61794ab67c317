import { sendBlocks, sendExport } from '#kernel/http/export.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { onixApi } from './onix.contract.ts';
import { exportNotices } from './read/onix-notices.read.ts';
import { exportOnix } from './write/onix-export.read.ts';

export function onixRoutes({ api }: Kernel): void {
  api(onixApi, {
    'GET /api/v1/book/onix': async ({ ctx, query: { sort, bids, except, prices, ...filter }, reply }) => {
      const selection = bids ? { ids: bids } : { filter, except };
      const { total, blocks } = await exportOnix(ctx, { selection, order: sort, prices });
      void reply.header('x-total-count', total);
      return sendBlocks({ ctx, reply }, { title: 'onix', as: 'xml', blocks });
    },
    'GET /api/v1/import/:import_idx/onix': async ({ ctx, params: { import_idx: id }, query: { list, as }, reply }) =>
      sendExport({ ctx, reply }, { title: list, as, ...(await exportNotices(ctx, id, list)) }),
  });
}
