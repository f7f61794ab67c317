import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CustomerRecord, customerApi } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';

const call = client<typeof customerApi>();

/** The actions for a customer. */
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
    const deleted = await askToDelete({ of: 'customer', id: cust_idx, ...question }, () =>
      call('DELETE /api/v1/customer/:cust_idx', { params: { cust_idx } }),
    );
    if (deleted) leaveWith(t('customer.deleted'), '/customer', deleted.results.act_idx);
  };
  return (
    <>
      <button type="button" className={button.danger} onClick={() => act(remove, t('customer.delete_failed'))}>
        {t('common.delete')}
      </button>
      <button type="button" className={button.button} onClick={() => void edit()}>
        {t('common.edit')}
      </button>
      <button
        type="button"
        className={button.primary}
        onClick={() => void openFragment(`/code/batch/create?cust_idx=${cust_idx}`)}
      >
        {t('customer.new_batch')}
      </button>
    </>
  );
}
