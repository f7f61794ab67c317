import type { ReactNode } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { Note } from '#ui/page/note.tsx';
import { RecordBar } from '#ui/page/record-bar.tsx';
import { RecordHero } from '#ui/page/record-hero.tsx';
import { RecordTabs } from '#ui/page/record-tabs.tsx';
import type { CustomerWords } from './customer.messages.ts';
import { CustomerActs } from './customer-acts.tsx';
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
    { label: t('customer.details'), href },
    ...parts.tabs,
    { label: t('common.history'), href: `${href}/history` },
  ];
  return (
    <>
      <RecordBar crumbs={[{ label: t('customer.heading'), href: '/customer' }]} steps={null} hrefOf={() => ''} />
      <RecordHero
        title={customer.name}
        facts={[{ label: t('customer.field_cust_id'), value: <code>{customer.cust_id}</code> }, ...useFacts(head)]}
        acts={<CustomerActs customer={customer} />}
        found={{ detail: customer.cust_id, href, kind: t('customer.kind'), icon: 'customer' }}
      />
      {parts.warnings.map(({ title, line, href: where, act }) => (
        <Note key={`${where} ${title}`} tone="warn">
          <p>
            <b>{title}</b> {line}
          </p>
          <a className={button.button} href={where} aria-label={`${act}: ${title}`}>
            {act}
          </a>
        </Note>
      ))}
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
