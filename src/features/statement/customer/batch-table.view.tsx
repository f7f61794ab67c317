import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import { useBatchColumns } from '../batch-columns.tsx';
import type { BatchRow } from '../batch-rows.read.ts';
import { customerBatchHref, customerColumns } from './customer-batches.rules.ts';
import { PlainTable } from './plain-table.tsx';

/** A customer's batches as a plain table. */
export default function BatchTable({ batches }: { batches: readonly BatchRow[] }) {
  const t = useT<CodeWords>();
  const columns = useBatchColumns(customerColumns, customerBatchHref);
  if (batches.length === 0) return <p>{t('code.customer_empty')}</p>;
  return <PlainTable columns={columns} rows={batches} keyOf={(row) => row.cg_idx} />;
}
