import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { collectionMessages } from '#features/collection/collection.public.ts';
import type { ContentItem, Given } from '#features/collection/collection-contents.public.ts';
import {
  contentRowsPageSize,
  contentsPageSize,
  countReached,
  findCandidates,
  listContainedIds,
  listContents,
  managedCid,
} from '#features/collection/collection-reach.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import type { BookSelection } from '#features/library/book-selection.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { contentsApi } from './contents.contract.ts';
import { type ContentChange, defineContentChanges, previewContents } from './contents.service.ts';
import { readContentsState } from './contents-panel.service.ts';

/** Whether the caller is filling this collection in manage mode. */
const isManaging = (request: FastifyRequest, cid: string): boolean => managedCid(request.cookies) === cid;

export function contentsRoutes(kernel: Kernel): void {
  const change = defineContentChanges(kernel);
  kernel.api(contentsApi, {
    'PUT /api/v1/collection/:cid': async ({ ctx, params: { cid }, body, request }) => {
      const { content_type, content_idx, reason, version } = body;
      requireSame(body, { cid });
      const given = { items: [{ content_type, content_idx }] };
      const wanted = { act: 'add', given, reason, version, isManaging: isManaging(request, cid) } as const;
      return { results: await change(ctx, cid, wanted) };
    },
    'PUT /api/v1/collection/:cid/content/:type/:id': async ({ ctx, params: { cid, type, id }, body }) => {
      const { reason, version, ...repeated } = body ?? {};
      requireSame(repeated, { cid, content_type: type, content_idx: id });
      const given = { items: [{ content_type: type, content_idx: id }] };
      const wanted = { act: 'remove', given, reason, version } as const;
      return { results: await change(ctx, cid, wanted) };
    },
    'GET /api/v5/collection/:cid/contents': async ({ ctx, params, query: { page } }) => {
      const { cidx } = await getCollection(ctx, params.cid);
      const [{ lines, total }, counts] = await Promise.all([
        listContents(ctx, cidx, { page, size: contentsPageSize }),
        countReached(ctx, cidx),
      ]);
      const results = lines.map(({ content_type, content_idx, title }) => ({ content_type, content_idx, title }));
      return { results, counts, total };
    },
    'PUT /api/v5/collection/:cid/contents': async ({ ctx, params: { cid }, body, request }) => {
      const { reason, version, dry_run: isDry } = body;
      const wanted: ContentChange =
        'remove' in body
          ? { act: 'remove', given: { items: body.remove }, reason, version }
          : { act: 'add', given: givenOf(body), reason, version, isManaging: isManaging(request, cid) };
      if (!isDry) return { results: await change(ctx, cid, wanted) };
      const row = await getCollection(ctx, cid);
      const impact = await previewContents(ctx, row, wanted);
      return { results: { changed: 0, version: row.version, impact } };
    },
    'GET /api/v5/collection/:cid/contents/state': async ({ ctx, params }) => ({
      results: await readContentsState(ctx, await getCollection(ctx, params.cid)),
    }),
    'GET /api/v5/collection/:cid/contents/line': async ({ ctx, params, query }) => {
      const { cidx } = await getCollection(ctx, params.cid);
      return { results: await listContents(ctx, cidx, { ...query, size: contentRowsPageSize }) };
    },
    'GET /api/v5/collection/:cid/contents/candidate': async ({ ctx, params, query }) => {
      const { cidx } = await getCollection(ctx, params.cid);
      const { rows, missing } = await findCandidates(ctx, cidx, query.search);
      return { results: rows, missing };
    },
    'GET /api/v5/collection/:cid/contents/contained': async ({ ctx, params, query: { type, ids } }) => {
      const { cidx } = await getCollection(ctx, params.cid);
      return { results: await listContainedIds(ctx, cidx, type, ids.split(' ')) };
    },
  });
}

/** Refuses a body that names something else than the address. */
function requireSame(body: Record<string, unknown>, address: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(address))
    if ((body[field] ?? value) !== value)
      throw collectionMessages.errorWith(409, 'collection.other_content', { field });
}

const givenOf = (body: { add: ContentItem[] } | { add_books: z.output<typeof BookSelection> }): Given =>
  'add' in body ? { items: body.add } : { books: body.add_books };
