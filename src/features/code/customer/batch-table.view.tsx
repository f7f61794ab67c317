import { useFormat, useT } from '#ui/interface.tsx';
import table from '#ui/table/table.module.css';
import type { CodeWords } from '../code.messages.ts';
import { useBatchColumns } from '../report/batch-columns.tsx';
import type { BatchRow } from '../report/batch-rows.read.ts';
import { customerBatchHref, customerColumns } from './customer-batches.rules.ts';

/** A customer's batches as a plain table, for whoever puts it into a page of their own. */
export default function BatchTable({ batches }: { batches: readonly BatchRow[] }) {
  const t = useT<CodeWords>();
  const columns = useBatchColumns(customerColumns, customerBatchHref);
  if (batches.length === 0) return <p>{t('code.customer_empty')}</p>;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {batches.map((row) => (
          <tr key={row.cg_idx}>
            {columns.map(({ key, render }) => (
              <td key={key}>{render(row, () => undefined)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
