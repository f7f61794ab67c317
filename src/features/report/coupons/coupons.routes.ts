import { findFilterNames, requireBatchOfLot } from '#features/code/code-find.public.ts';
import { recordDelivery } from '#features/delivery/delivery.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import type AllCoupons from './all-coupons.view.tsx';
import { allCouponsOffer } from './coupon.rules.ts';
import { couponQueries, couponsApi } from './coupons.contract.ts';
import { countCoupons, findListed, listCoupons } from './coupons.read.ts';
import { exportCoupons } from './coupons-export.read.ts';

/** The report of all codes, of batches and of events, with every column. */
export function allCouponsRoutes(kernel: Kernel): void {
  kernel.api(couponsApi, {
    'GET /api/v1/report/all-coupons': async ({ ctx, query: { sort: order, page, size = pageSize, ...filter } }) => {
      requireBatchOfLot(filter);
      const { rows, total } = await listCoupons(ctx, filter, { order, page, size });
      return { results: rows, total };
    },
  });
  mountList(kernel, {
    offer: allCouponsOffer,
    view: view<typeof AllCoupons>('report/coupons/all-coupons'),
    words: ['code'],
    title: (t) => t('report.all_coupons'),
    replica: true,
    queries: couponQueries,
    views: {
      builtIn: [
        { label: 'code.state_issued', query: { status: 'issued' } },
        { label: 'code.state_active', query: { status: 'active' } },
        { label: 'code.state_expired', query: { status: 'expired' } },
        { label: 'code.state_canceled', query: { status: 'canceled_only' } },
        { label: 'report.coupon_events', query: { kind: 'event' } },
      ],
      altersByItself: true,
    },
    find: listCoupons,
    listed: findListed,
    count: countCoupons,
    sheet: {
      summary: 'The codes of the report with every column, in its order, as a sheet; x-total-count is their number',
      title: 'all-coupons',
      of: async (ctx, filter, order, { as, ...call }) => {
        requireBatchOfLot(filter);
        const { matching, sent, ...sheet } = await exportCoupons(ctx, filter, order);
        const recorded = await recordDelivery({ ctx, ...call }, { as, filter, matching, sent });
        return { ...sheet, batches: recorded(sheet.batches) };
      },
    },
    more: async (ctx, filter) => ({ names: await findFilterNames(ctx, filter) }),
  });
}
