import { useFormat, useT } from '#ui/interface.tsx';
import type { Column } from '#ui/table/column.ts';
import type { CodeWords } from '../code.messages.ts';
import type { BatchRow } from './batch-rows.read.ts';

type Key =
  | 'date'
  | 'customer'
  | 'collection'
  | 'batch'
  | 'count'
  | 'price'
  | 'amount'
  | 'activated'
  | 'expired'
  | 'canceled';

/** The columns available to lists of batches. `hrefOf` is the address that a row opens. */
export function useBatchColumns(keys: readonly Key[], hrefOf: (row: BatchRow) => string): Column<BatchRow>[] {
  const t = useT<CodeWords>();
  const format = useFormat();
  const all: Record<Key, Omit<Column<BatchRow>, 'key' | 'label'>> = {
    date: { align: 'nowrap', render: (row) => format.date(row.created_at) },
    customer: { align: 'cut', render: (row) => <a href={`/customer/code/${row.cust_idx}`}>{row.customer}</a> },
    collection: { align: 'cut', aside: true, render: (row) => <a href={`/collection/${row.cid}`}>{row.collection}</a> },
    batch: { align: 'lead', render: (row) => <a href={hrefOf(row)}>{row.title}</a> },
    count: { align: 'number', render: (row) => format.number(row.count) },
    price: { align: 'number', aside: true, render: (row) => format.money(row.price, row.currency) },
    amount: { align: 'number', render: (row) => format.money(row.amount, row.currency) },
    activated: { align: 'number', render: (row) => format.number(row.activated) },
    expired: { align: 'number', aside: true, render: (row) => format.number(row.expired) },
    canceled: { align: 'number', aside: true, render: (row) => format.number(row.canceled) },
  };
  return keys.map((key) => ({ key, label: t(`code.report_${key}`), ...all[key] }));
}
