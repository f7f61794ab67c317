import { showCode, useCodeControls } from '#features/code/code.public.tsx';
import type { CodeFilterNames } from '#features/code/code-find.public.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { ReportWords } from '../report.messages.ts';
import { allCouponsOffer, type CouponRow } from './coupon.rules.ts';
import type { CouponFilter } from './coupon-filter.contract.ts';
import { useCouponColumns } from './use-coupon-columns.tsx';

type AllCouponsProps = ListProps<CouponRow, CouponFilter> & { names: CodeFilterNames };

const { path } = allCouponsOffer;

/** All codes, of batches and of events, with every column. */
export default function AllCoupons({ names, ...list }: AllCouponsProps) {
  const t = useT<ReportWords>();
  const { query } = list;
  const filters = useFilters<CouponFilter>(query, {
    kind: selectField(t('report.coupon_kind'), [
      { value: 'access', label: t('report.coupon_access') },
      { value: 'event', label: t('report.coupon_event_code') },
    ]),
    ...useCodeControls(names),
    code: searchBox(t('report.coupon_search')),
  });
  return (
    <ListScreen
      title={t('report.all_coupons')}
      acts={<ExportMenu path={`${path}/export`} query={query} />}
      {...list}
      path={path}
      filters={filters}
      columns={useCouponColumns()}
      keyOf={(row) => row.code}
      nameOf={(row) => showCode(row.code)}
      empty={<EmptyState text={t('report.no_coupons')} />}
    />
  );
}
