import type { FastifyRequest } from 'fastify';
import type { Kernel } from '#kernel/feature.ts';
import { getCollection } from '../collection.service.ts';
import { contentsApi } from './contents.contract.ts';
import { countReached, listContents } from './contents.read.ts';
import { changeContents, previewContents } from './contents.service.ts';
import { managedCid } from './manage-mode.rules.ts';

/** Whether the caller is filling this collection in manage mode. */
const isManaging = (request: FastifyRequest, cid: string): boolean => managedCid(request.cookies) === cid;

export function contentsRoutes({ api }: Kernel): void {
  api(contentsApi, {
    'PUT /api/v1/collection/:cid': async ({ ctx, params: { cid }, body, request }) => {
      const { content_type, content_idx, reason, version } = body;
      const items = [{ content_type, content_idx }];
      const change = { act: 'add', items, reason, version, isManaging: isManaging(request, cid) } as const;
      return { results: { success: true, ...(await changeContents(ctx, cid, change)) } };
    },
    'PUT /api/v1/collection/:cid/content/:type/:id': async ({ ctx, params: { cid, type, id }, body }) => {
      const items = [{ content_type: type, content_idx: id }];
      const change = { act: 'remove', items, reason: body.reason, version: body.version } as const;
      return { results: { success: true, ...(await changeContents(ctx, cid, change)) } };
    },
    'GET /api/v5/collection/:cid/contents': async ({ ctx, params, query }) => {
      const { cidx } = await getCollection(ctx, params.cid);
      const [{ rows, total }, counts] = await Promise.all([
        listContents(ctx, cidx, { page: query.page }),
        countReached(ctx, cidx),
      ]);
      const results = rows.map(({ content_type, content_idx, title }) => ({ content_type, content_idx, title }));
      return { results, counts, total };
    },
    'PUT /api/v5/collection/:cid/contents': async ({ ctx, params: { cid }, body, request }) => {
      const { add = [], remove = [], reason, version, dry_run: isDry } = body;
      const row = await getCollection(ctx, cid);
      const act = add.length > 0 ? 'add' : 'remove';
      const items = act === 'add' ? add : remove;
      const impact = await previewContents(ctx, row, { act, items });
      if (isDry) {
        const counts = await countReached(ctx, row.cidx);
        return { results: { success: true, counts, version: row.version, impact } };
      }
      const change = { act, items, reason, version, isManaging: isManaging(request, cid) } as const;
      return { results: { success: true, ...(await changeContents(ctx, cid, change)), impact } };
    },
  });
}
