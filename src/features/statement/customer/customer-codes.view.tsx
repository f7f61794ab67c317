import { Ledger } from '#features/batch/batch.public.tsx';
import type { CodeWords } from '#features/code/code.public.ts';
import type { CustomerHead } from '#features/customer/customer.public.ts';
import { CustomerPage } from '#features/customer/customer.public.tsx';
import type { Page } from '#kernel/db/paging.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { itself, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { useBatchColumns } from '../batch-columns.tsx';
import type { BatchRow } from '../batch-rows.read.ts';
import type { CustomerFigures } from './customer-facts.read.ts';
import { customerBatchHref, customerColumns } from './customer-batches.rules.ts';

interface CustomerCodesProps {
  head: CustomerHead;
  /** Of all months; null if nothing was ordered. */
  figures: CustomerFigures | null;
  batches: Page<BatchRow>;
  paging: { size: number; limit: number };
  month: string | undefined;
  /** 'YYYY-MM', newest first. */
  months: readonly string[];
}

/** A customer's batches, of all time or of one month. */
export default function CustomerCodes({ head, figures, batches, paging, month, months }: CustomerCodesProps) {
  const t = useT<CodeWords>();
  const { cust_idx } = head.customer;
  const path = `/customer/code/${cust_idx}`;
  const filters = useFilters(
    { month },
    {
      month: selectField(t('code.report_month'), months.map(itself), {
        none: t('code.report_all_months'),
        isOnPage: true,
      }),
    },
  );
  return (
    <CustomerPage head={head} tab={path}>
      {figures && <Ledger of={{ ...figures, missing: 0 }} filter={{ cust_idx }} />}
      <ListScreen
        isPart
        title={t('code.report_batches')}
        acts={<ExportMenu path="/code/report/export" query={{ cust_idx, month }} />}
        path={path}
        query={{ month }}
        filters={filters}
        found={batches}
        paging={paging}
        columns={useBatchColumns(customerColumns, customerBatchHref)}
        keyOf={(row) => row.cg_idx}
        nameOf={(row) => row.title}
        empty={<EmptyState text={t('code.customer_empty')} />}
      />
    </CustomerPage>
  );
}
