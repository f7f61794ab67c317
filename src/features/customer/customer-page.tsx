import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { actIn } from '#client/made.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordWarnings } from '#ui/record/record-warnings.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { RecordTabs } from '#ui/record/record-tabs.tsx';
import type { CustomerRecord, customerApi } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';
import type { CustomerHead } from './customer-head.read.ts';

interface CustomerPageProps {
  head: CustomerHead;
  /** The address of the current tab. */
  tab: string;
  children?: ReactNode;
}

/** A customer's page: a summary, its parts as tabs, and the current tab. */
export function CustomerPage({ head, tab, children }: CustomerPageProps) {
  const t = useT<CustomerWords>();
  const { customer, parts } = head;
  const href = `/customer/${customer.cust_idx}`;
  const tabs = [
    ...parts.tabs,
    { label: t('customer.details'), href },
    { label: t('common.history'), href: `${href}/history` },
  ];
  return (
    <>
      <RecordBar crumbs={[{ label: t('customer.heading'), href: '/customer' }]} steps={null} hrefOf={() => ''} />
      <RecordHero
        title={customer.name}
        facts={[{ label: t('customer.field_cust_id'), value: <code>{customer.cust_id}</code> }, ...useFacts(head)]}
        acts={<CustomerActs customer={customer} offered={parts.acts} />}
        found={{ detail: customer.cust_id, href, kind: t('customer.kind'), icon: 'customer' }}
      />
      <RecordWarnings of={parts.warnings} />
      <RecordTabs tabs={tabs.map((one) => ({ ...one, isCurrent: one.href === tab }))} />
      {children}
    </>
  );
}

function useFacts({ parts }: CustomerHead): { label: string; value: ReactNode }[] {
  const format = useFormat();
  return parts.facts.map(({ label, value, href }) => {
    const text =
      typeof value === 'number'
        ? format.number(value)
        : value.map(({ amount, currency }) => format.money(amount, currency)).join(' + ') || '—';
    return { label, value: href ? <a href={href}>{text}</a> : text };
  });
}

const call = client<typeof customerApi>();

/** The actions for a customer. */
function CustomerActs({ customer, offered }: { customer: CustomerRecord; offered: CustomerHead['parts']['acts'] }) {
  const t = useT<CustomerWords>();
  const act = useAct();
  const { cust_idx, name } = customer;
  const edit = async () => {
    const saved = await openFragment(`/customer/update/${cust_idx}`);
    if (!saved) return;
    const merged = typeof saved === 'object' && 'merged' in saved && saved.merged;
    const message = typeof merged === 'string' ? t('form.merged', { name: merged }) : t('customer.saved');
    reloadWith(message, actIn(saved));
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
      <RowMenu
        label={t('common.more')}
        items={[{ label: t('common.delete'), danger: true, act: () => act(remove, t('customer.delete_failed')) }]}
      />
      <RecordPartActs acts={offered} />
      <Button onClick={() => void edit()}>{t('common.edit')}</Button>
      <Button variant="primary" onClick={() => void openFragment(`/code/batch/create?cust_idx=${cust_idx}`)}>
        {t('customer.new_batch')}
      </Button>
    </>
  );
}
