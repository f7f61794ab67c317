import type { Uses } from '#kernel/references.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { UsedIn } from '#ui/page/used-in.tsx';
import type { CustomerWords } from './customer.messages.ts';
import styles from './customer.module.css';
import type { CustomerHead } from './customer-head.public.ts';
import { CustomerPage } from './customer-page.public.tsx';

interface CustomerDetailProps {
  head: CustomerHead;
  uses: Uses;
}

/** What is known of a customer, and where it is used. */
export default function CustomerDetail({ head, uses }: CustomerDetailProps) {
  const t = useT<CustomerWords>();
  const format = useFormat();
  const { customer } = head;
  const changed = { time: format.dateTime(customer.updated_at), name: customer.updated_by ?? '—' };
  return (
    <CustomerPage head={head} tab={`/customer/${customer.cust_idx}`}>
      <section className={styles.facts}>
        <h2>{t('customer.details')}</h2>
        <dl>
          <dt>{t('customer.field_memo')}</dt>
          <dd>{customer.memo || '—'}</dd>
          <dt>{t('customer.field_created_at')}</dt>
          <dd>{format.dateTime(customer.created_at)}</dd>
          <dt>{t('customer.field_updated_at')}</dt>
          <dd>{t('customer.changed_by', changed)}</dd>
        </dl>
      </section>
      <UsedIn uses={uses} />
    </CustomerPage>
  );
}
