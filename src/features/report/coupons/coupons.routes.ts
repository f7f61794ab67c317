import { findFilterNames, recordDelivery, requireBatchOfLot } from '#features/code/code.public.ts';
import { sortText } from '#kernel/db/list-page.ts';
import { pageSize, pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { lookOf } from '#kernel/http/list-look.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type AllCoupons from './all-coupons.view.tsx';
import { allCouponsOffer } from './coupon.rules.ts';
import { CouponListQuery, couponsApi } from './coupons.contract.ts';
import { countCoupons, listCoupons } from './coupons.read.ts';
import { exportCoupons } from './coupons-export.read.ts';

const { path } = allCouponsOffer;

/** The report of all codes, of batches and of events, with every column. */
export function allCouponsRoutes({ api, web, views }: Kernel): void {
  api(couponsApi, {
    'GET /api/v1/report/all-coupons': async ({ ctx, query: { sort: order, page, size = pageSize, ...filter } }) => {
      requireBatchOfLot(filter);
      const { rows, total } = await listCoupons(ctx, filter, { order, page, size });
      return { results: rows, total };
    },
    'GET /report/all-coupons/export': async ({ query: { as, sort, ...filter }, ...call }) => {
      requireBatchOfLot(filter);
      const { places, ...sheet } = await exportCoupons(call.ctx, filter, sort);
      await recordDelivery(call, { as, filter, places });
      return sendExport(call, { title: 'all-coupons', as, ...sheet });
    },
  });
  views.add(path, {
    builtIn: [
      { label: 'common.all', query: {} },
      { label: 'code.filter_valid', query: { status: 'valid' } },
      { label: 'code.filter_activated', query: { status: 'activated' } },
      { label: 'code.filter_invalid', query: { status: 'invalid' } },
      { label: 'report.coupon_events', query: { kind: 'event' } },
    ],
    altersByItself: true,
    count: (ctx, query) => {
      const { sort: _sort, page: _page, size: _size, ...filter } = CouponListQuery.parse(query);
      return countCoupons(ctx, filter);
    },
  });
  web.page(path, {
    view: view<typeof AllCoupons>('report/coupons/all-coupons'),
    words: ['code'],
    title: (t) => t('report.all_coupons'),
    query: CouponListQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, request, query: { sort: order, page, size, ...filter } }) => {
      const look = lookOf(request, allCouponsOffer, size);
      return {
        coupons: await listCoupons(ctx, filter, { order, page, size: look.size }),
        names: await findFilterNames(ctx, filter),
        look,
        paging: { size: look.size, limit: pagingLimit, sizes: pageSizes },
        query: { ...filter, sort: sortText(order), size },
        views: await views.of(ctx, path),
      };
    },
  });
}
