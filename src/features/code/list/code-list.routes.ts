import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { CodeListQuery } from '../find/code-filter.contract.ts';
import { codeListOffer } from '../find/code-filter.rules.ts';
import { countCodes, findFilterNames, findListed, listCodes } from '../find/code-rows.read.ts';
import { getCodeDetail } from './code-detail.read.ts';
import { codeListApi } from './code-list.contract.ts';
import type CodeList from './code-list.view.tsx';

/** The product's own views of the code manager. */
const codeViews = {
  builtIn: [
    { label: 'code.state_issued', query: { status: 'issued' } },
    { label: 'code.state_active', query: { status: 'active' } },
    { label: 'code.state_expired', query: { status: 'expired' } },
    { label: 'code.state_canceled', query: { status: 'canceled_only' } },
  ],
  altersByItself: true,
} as const;

/** The code manager, and the list of a collection's codes. */
export function codeListRoutes(kernel: Kernel): void {
  const { api, references } = kernel;
  api(codeListApi, {
    'GET /api/v1/code/:code': async ({ ctx, params }) => {
      const [{ code, history }, uses] = await Promise.all([
        getCodeDetail(ctx, params.code),
        references.shown(ctx, 'code', params.code),
      ]);
      return { results: { code, history, uses: uses.kinds.flatMap(({ first }) => first) } };
    },
  });
  for (const path of ['/code', '/collection/code'] as const) {
    mountList(kernel, {
      offer: { ...codeListOffer, path },
      view: view<typeof CodeList>('code/list/code-list'),
      follows: ['code', 'code_batch', 'registration'],
      title: (t) => t(path === '/code' ? 'code.heading' : 'code.collection_heading'),
      replica: true,
      queries: { address: CodeListQuery },
      ...(path === '/code' && { views: codeViews }),
      // The list of a collection's codes needs a collection to be chosen first.
      find: async (ctx, filter, { page, size }) =>
        path !== '/code' && filter.cidx === undefined
          ? { rows: [], total: 0, page: 1 }
          : listCodes(ctx, filter, page, size),
      listed: async (ctx, filter) => (path !== '/code' && filter.cidx === undefined ? null : findListed(ctx, filter)),
      count: countCodes,
      more: async (ctx, filter) => ({ path, names: await findFilterNames(ctx, filter) }),
    });
  }
}
