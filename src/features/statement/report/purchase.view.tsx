import type { CodeWords } from '#features/code/code.public.ts';
import type { PlainListProps } from '#kernel/mount/list.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { useBatchColumns } from '../batch-columns.tsx';
import type { BatchFilter } from '../batch-filter.contract.ts';
import type { BatchRow, BatchSum } from '../batch-rows.read.ts';
import { type BatchChoices, useBatchFilters } from '../use-batch-filters.tsx';
import styles from './purchase.module.css';

type PurchaseListProps = PlainListProps<BatchRow, BatchFilter> & { sums: BatchSum[]; choices: BatchChoices };

const path = '/code/purchase';

/** The purchases of distributors: batches by customer and month, with totals. A row opens its quantity and price. */
export default function PurchaseList({ sums, choices, ...list }: PurchaseListProps) {
  const { sort: _sort, ...filter } = list.query;
  const t = useT<CodeWords>();
  return (
    <ListScreen
      title={t('code.purchase_heading')}
      acts={<ExportMenu path="/code/purchase/export" query={filter} />}
      {...list}
      path={path}
      filters={useBatchFilters(filter, choices)}
      summary={sums.length > 0 && <Sums sums={sums} />}
      columns={useBatchColumns(
        ['batch', 'customer', 'date', 'collection', 'count', 'price', 'amount'],
        ({ cust_idx, cg_idx }) => `/code/update?cust_idx=${cust_idx}&cg_idx=${cg_idx}`,
      )}
      keyOf={(row) => row.cg_idx}
      nameOf={(row) => row.title}
      empty={<EmptyState text={t('code.report_empty')} link={{ label: t('code.empty_issue'), href: '/customer' }} />}
    />
  );
}

/** The totals of all matching batches, a line for each currency: amounts in different currencies are never added. */
function Sums({ sums }: { sums: readonly BatchSum[] }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return (
    <TableFrame label={t('code.report_sums')} className={styles.sums}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{t('code.report_currency')}</ColumnHead>
            <ColumnHead kind="number">{t('code.report_batches')}</ColumnHead>
            <ColumnHead kind="number">{t('code.report_count')}</ColumnHead>
            <ColumnHead kind="number">{t('code.report_amount')}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ currency, batches, count, amount }) => (
            <tr key={currency}>
              <RowHead kind="nowrap">{currency}</RowHead>
              <Cell kind="number" label={t('code.report_batches')}>
                {format.number(batches)}
              </Cell>
              <Cell kind="number" label={t('code.report_count')}>
                {format.number(count)}
              </Cell>
              <Cell kind="number" label={t('code.report_amount')}>
                {format.money(amount, currency)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}
