import type { CodeWords } from '#features/code/code.public.ts';
import { Codes } from '#features/code/code.public.tsx';
import type { ListedCodes } from '#features/code/code-list.public.ts';
import type { CustomerHead } from '#features/customer/customer.public.ts';
import { CustomerPage } from '#features/customer/customer.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import type { BatchRow } from '../batch-rows.read.ts';
import { customerBatchHref } from './customer-batches.rules.ts';

interface CustomerBatchProps {
  head: CustomerHead;
  batch: BatchRow;
  listed: ListedCodes;
}

/** The codes of one batch of a customer: filter, change and export. */
export default function CustomerBatch({ head, batch, listed }: CustomerBatchProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { cust_idx, cg_idx } = batch;
  const { size: _size, ...filter } = listed.query;
  return (
    <CustomerPage head={head} tab={`/customer/code/${cust_idx}`}>
      <SectionHead
        title={<a href={`/code/batch/${cg_idx}`}>{batch.title}</a>}
        note={[
          format.date(batch.created_at),
          batch.collection,
          format.number(batch.count),
          format.money(batch.amount, batch.currency),
        ].join(' · ')}
      >
        <ExportMenu path="/api/v1/code" query={{ ...filter, cust_idx, cg_idx, cidx: undefined }} />
      </SectionHead>
      <Codes
        {...listed}
        isPart
        title={batch.title}
        path={customerBatchHref(batch)}
        fixed={{ cust_idx, cg_idx, cidx: undefined }}
        empty={t('code.empty')}
      />
    </CustomerPage>
  );
}
