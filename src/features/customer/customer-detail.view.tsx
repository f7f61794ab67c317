import type { Uses } from '#kernel/records/references.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { RecordFields } from '#ui/record/record-fields.tsx';
import { UsedIn } from '#ui/record/used-in.tsx';
import type { CustomerWords } from './customer.messages.ts';
import { CustomerPage } from './customer.public.tsx';
import type { CustomerHead } from './customer-head.read.ts';

/** The data of a customer, and where it is used. */
export default function CustomerDetail({ head, uses }: { head: CustomerHead; uses: Uses }) {
  const t = useT<CustomerWords>();
  const format = useFormat();
  const { customer } = head;
  const changed = { time: format.dateTime(customer.updated_at), name: customer.updated_by ?? '—' };
  const fields = [
    { label: t('customer.field_memo'), value: customer.memo },
    { label: t('customer.field_created_at'), value: format.dateTime(customer.created_at) },
    { label: t('customer.field_updated_at'), value: t('customer.changed_by', changed) },
  ];
  return (
    <CustomerPage head={head} tab={`/customer/${customer.cust_idx}`}>
      <RecordFields groups={[{ label: t('customer.details'), fields }]} />
      <UsedIn uses={uses} />
    </CustomerPage>
  );
}
