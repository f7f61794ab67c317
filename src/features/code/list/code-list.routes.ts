import { Readable } from 'node:stream';
import { pageSize } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { sendCodes } from '../delivery/send-codes.service.ts';
import { getCodeDetail } from './code-detail.read.ts';
import { requireBatchOfLot } from './code-filter.read.ts';
import { CodeListQuery, codeListApi } from './code-list.contract.ts';
import { countCodes, findCodes } from './code-list.read.ts';
import type CodeList from './code-list.view.tsx';
import { readListedCodes } from './listed-codes.read.ts';

/** The code manager, and the list of a collection's codes. */
export function codeListRoutes({ api, web, views, references }: Kernel): void {
  api(codeListApi, {
    'GET /api/v1/code': async ({ query: { as, page, layout, for: reader, ...filter }, ...call }) => {
      const { ctx, reply } = call;
      requireBatchOfLot(filter);
      if (as !== 'json') return sendCodes(call, { filter, as, layout, isForPrinter: reader === 'printer' });
      void reply.type('application/json; charset=utf-8');
      return Readable.from([
        JSON.stringify({ results: { ...(await findCodes(ctx, filter, (page - 1) * pageSize, pageSize)), page } }),
      ]);
    },
    'GET /api/v1/code/:code': async ({ ctx, params }) => {
      const [{ code, history }, uses] = await Promise.all([
        getCodeDetail(ctx, params.code),
        references.shown(ctx, 'code', params.code),
      ]);
      return { results: { code, history, uses: uses.kinds.flatMap(({ first }) => first) } };
    },
  });
  views.add('/code', {
    builtIn: [
      { label: 'code.filter_valid', query: { status: 'valid' } },
      { label: 'code.filter_activated', query: { status: 'activated' } },
      { label: 'code.filter_invalid', query: { status: 'invalid' } },
    ],
    altersByItself: true,
    kinds: ['code', 'code_batch', 'registration'],
    count: (ctx, query) => countCodes(ctx, CodeListQuery.parse(query)),
  });
  for (const path of ['/code', '/collection/code'] as const) {
    web.page(path, {
      view: view<typeof CodeList>('code/list/code-list'),
      follows: ['code', 'code_batch', 'registration'],
      title: (t) => t(path === '/code' ? 'code.heading' : 'code.collection_heading'),
      query: CodeListQuery,
      replica: true,
      snapshot: true,
      load: async ({ ctx, request, query }) => {
        // The list of a collection's codes needs a collection to be chosen first.
        const isUnchosen = path !== '/code' && query.cidx === undefined;
        const [listed, shown] = await Promise.all([
          readListedCodes(ctx, { request, query, isUnchosen }),
          path === '/code' ? views.of(ctx, path) : null,
        ]);
        return { path, ...listed, views: shown };
      },
    });
  }
}
