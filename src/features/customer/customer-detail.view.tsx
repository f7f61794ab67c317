import { Button } from '@mantine/core';
import { client } from '#client/api.ts';
import { confirm, leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import type { Uses } from '#kernel/references.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { UsedIn } from '#ui/page/used-in.tsx';
import type { CustomerRecord, customerApi } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';
import styles from './customer.module.css';

const call = client<typeof customerApi>();

interface CustomerDetailProps {
  customer: CustomerRecord;
  uses: Uses;
}

/** One customer: what is known of it, where it is used, and what can be done with it. */
export default function CustomerDetail({ customer, uses }: CustomerDetailProps) {
  const t = useT<CustomerWords>();
  const format = useFormat();
  const changed = { time: format.dateTime(customer.updated_at), name: customer.updated_by ?? '—' };
  return (
    <>
      <PageHead title={customer.name}>
        <Acts customer={customer} />
      </PageHead>
      <section className={styles.facts}>
        <h2>{t('customer.details')}</h2>
        <dl>
          <dt>{t('customer.field_cust_id')}</dt>
          <dd>
            <code>{customer.cust_id}</code>
          </dd>
          <dt>{t('customer.field_memo')}</dt>
          <dd>{customer.memo || '—'}</dd>
          <dt>{t('customer.field_created_at')}</dt>
          <dd>{format.dateTime(customer.created_at)}</dd>
          <dt>{t('customer.field_updated_at')}</dt>
          <dd>{t('customer.changed_by', changed)}</dd>
        </dl>
      </section>
      <UsedIn uses={uses} />
    </>
  );
}

function Acts({ customer }: { customer: CustomerRecord }) {
  const t = useT<CustomerWords>();
  const act = useAct();
  const { cust_idx, name } = customer;
  const edit = async () => {
    const saved = await openFragment(`/customer/update/${cust_idx}`);
    if (!saved) return;
    const merged = typeof saved === 'object' && 'merged' in saved && saved.merged;
    reloadWith(typeof merged === 'string' ? t('form.merged', { name: merged }) : t('customer.saved'));
  };
  const remove = async () => {
    const question = { title: `${t('common.delete')}: ${name}`, body: t('CMN-18'), agree: t('common.delete') };
    if (!(await confirm({ ...question, danger: true }))) return;
    await call('DELETE /api/v1/customer/:cust_idx', { params: { cust_idx } });
    leaveWith(t('customer.deleted'), '/customer');
  };
  return (
    <>
      <Button variant="default" onClick={() => void openFragment(`/audit/of/customer/${cust_idx}`)}>
        {t('common.history')}
      </Button>
      <Button variant="light" color="red" onClick={() => act(remove, t('customer.delete_failed'))}>
        {t('common.delete')}
      </Button>
      <Button variant="default" onClick={() => void edit()}>
        {t('common.edit')}
      </Button>
      <Button onClick={() => void openFragment(`/code/batch/create?cust_idx=${cust_idx}`)}>
        {t('customer.new_batch')}
      </Button>
    </>
  );
}
