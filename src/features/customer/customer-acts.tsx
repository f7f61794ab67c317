import { Button } from '@mantine/core';
import { client } from '#client/api.ts';
import { confirm, leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { CustomerRecord, customerApi } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';

const call = client<typeof customerApi>();

/** What can be done with a customer. */
export function CustomerActs({ customer }: { customer: CustomerRecord }) {
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
