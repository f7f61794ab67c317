import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import type { PlainListProps } from '#kernel/mount/list.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Column } from '#ui/table/column.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { useBatchColumns } from '../batch-columns.tsx';
import type { BatchFilter } from '../batch-filter.contract.ts';
import type { BatchRow } from '../batch-rows.read.ts';
import { type BatchChoices, useBatchFilters } from '../use-batch-filters.tsx';

type CodeReportProps = PlainListProps<BatchRow, BatchFilter> & { choices: BatchChoices };

const path = '/code/report';

/** Which codes were generated when and for whom, and their states now. */
export default function CodeReport({ choices, ...list }: CodeReportProps) {
  const { sort: _sort, ...filter } = list.query;
  const t = useT<CodeWords>();
  const columns = useBatchColumns(
    ['customer', 'collection', 'total', 'withdrawn', 'count', 'issued', 'active', 'expired', 'canceled'],
    (row) => `/code?cg_idx=${row.cg_idx}`,
  );
  // The date and the memo below the title: as columns, they would not fit beside the menu.
  const batch: Column<BatchRow> = {
    key: 'batch',
    label: t('code.report_batch'),
    align: 'lead',
    render: (row) => (
      <>
        <a href={`/code?cg_idx=${row.cg_idx}`}>{row.title}</a>
        <BatchMemo {...row} />
      </>
    ),
  };
  return (
    <ListScreen
      title={t('code.report_heading')}
      acts={<ExportMenu path="/code/report/export" query={filter} />}
      {...list}
      path={path}
      filters={useBatchFilters(filter, choices)}
      columns={[batch, ...columns]}
      keyOf={(row) => row.cg_idx}
      nameOf={(row) => row.title}
      empty={<EmptyState text={t('code.report_empty')} link={{ label: t('code.empty_issue'), href: '/customer' }} />}
    />
  );
}

/** When a batch was made; and, collapsed until opened, its memo with a link to the history of its codes. */
function BatchMemo({ cg_idx, created_at: at, memo }: Pick<BatchRow, 'cg_idx' | 'created_at' | 'memo'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return (
    <details>
      <Text as="summary" tone="soft" size="small" whole>
        {format.date(at)} ·{' '}
        <Text as="span" tone="done">
          {t('code.report_memo')}
        </Text>
      </Text>
      {memo !== '' && (
        <Text tone="soft" size="small" typed above={4} below={4}>
          {memo}
        </Text>
      )}
      <a href={`${batchHref(cg_idx)}#history`}>{t('common.history')}</a>
    </details>
  );
}
