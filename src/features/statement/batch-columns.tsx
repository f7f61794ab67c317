import type { CodeStatus, CodeWords } from '#features/code/code.public.ts';
import type { CodeFigures } from '#features/code/code-figures.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { Column } from '#ui/table/column.ts';
import { PeekButton } from '#ui/table/peek-button.tsx';
import type { BatchRow } from './batch-rows.read.ts';

type Key =
  | 'date'
  | 'customer'
  | 'collection'
  | 'batch'
  | 'count'
  | 'price'
  | 'amount'
  | 'total'
  | 'withdrawn'
  | 'issued'
  | 'active'
  | 'expired'
  | 'canceled';

/** The columns available to lists of batches. `hrefOf` is the address that a row opens. */
export function useBatchColumns(keys: readonly Key[], hrefOf: (row: BatchRow) => string): Column<BatchRow>[] {
  const t = useT<CodeWords>();
  const format = useFormat();
  const figureLink = ({ cg_idx }: BatchRow, value: number, status?: CodeStatus) => (
    <Text as="a" tone={value === 0 ? 'soft' : 'ink'} href={listUrl('/code', { cg_idx, status })}>
      {format.number(value)}
    </Text>
  );
  const figure = (name: keyof CodeFigures, status?: CodeStatus) => (row: BatchRow) =>
    figureLink(row, row[name], status);
  const all: Record<Key, Omit<Column<BatchRow>, 'key' | 'label'>> = {
    date: { align: 'nowrap', render: (row) => format.date(row.created_at) },
    customer: {
      align: 'cut',
      render: (row) => (
        <Text as="a" tone="ink" href={`/customer/code/${row.cust_idx}`}>
          {row.customer}
        </Text>
      ),
    },
    collection: {
      align: 'cut',
      aside: true,
      render: (row) => (
        <Text as="a" tone="ink" href={`/collection/${row.cid}`}>
          {row.collection}
        </Text>
      ),
    },
    batch: {
      align: 'lead',
      render: (row) => (
        <Inline as="span" whole between tight>
          <Text as="a" strong tone="ink" href={hrefOf(row)} data-peek>
            {row.title}
          </Text>
          <PeekButton title={row.title} />
        </Inline>
      ),
    },
    count: { align: 'number', render: (row) => figureLink(row, row.count, 'quantity') },
    price: { align: 'number', aside: true, render: (row) => format.money(row.price, row.currency) },
    amount: { align: 'number', render: (row) => format.money(row.amount, row.currency) },
    total: { align: 'number', aside: true, render: figure('total') },
    withdrawn: { align: 'number', aside: true, render: figure('withdrawn', 'withdrawn') },
    issued: { align: 'number', render: figure('issued', 'issued') },
    active: { align: 'number', render: figure('active', 'active') },
    expired: { align: 'number', aside: true, render: figure('expired', 'expired') },
    canceled: { align: 'number', aside: true, render: figure('canceled', 'canceled_only') },
  };
  return keys.map((key) => ({ key, label: t(`code.report_${key}`), ...all[key] }));
}
