import type { CustomerHead } from '#features/customer/customer.public.ts';
import { CustomerPage } from '#features/customer/customer.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card, SectionHead } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Equation } from '#ui/kit/equation.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { ShareBar, type ShareTone } from '#ui/kit/share-bar.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { PageLinks } from '#ui/table/pager.tsx';
import type { VendingWords } from '../vending.messages.ts';
import { type OrderState, orderStates } from '../vending.rules.ts';
import { CompareOrders } from './compare-orders.tsx';
import { OrderTable } from './order-table.tsx';
import type { CustomerOrders } from './orders.contract.ts';
import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
import { ordersHref } from './orders.rules.ts';
import type { Seller } from './staff-orders.service.ts';

interface OrdersPageProps {
  head: CustomerHead;
  found: CustomerOrders;
  sellers: readonly Seller[];
  /** 'YYYY-MM', and the current one. */
  month: string;
  now: string;
  paging: { size: number; limit: number };
}

/** The codes that a customer's shops drew in a month, what they add up to, and how they compare with the shop's list. */
export default function OrdersPage({ head, found, sellers, month, now, paging }: OrdersPageProps) {
  const t = useT<VendingWords>();
  const format = useFormat();
  const { cust_idx } = head.customer;
  const { orders, total, page } = found;
  return (
    <CustomerPage head={head} tab={ordersHref(cust_idx)}>
      <SectionHead title={t('vending.orders_of', { month: format.calendarMonth(month) })}>
        <Months custIdx={cust_idx} month={month} now={now} />
      </SectionHead>
      {total === 0 ? (
        <EmptyState text={t('vending.empty')} link={{ label: t('vending.to_keys'), href: '/settings/keys' }} />
      ) : (
        <Sums {...found} />
      )}
      <CompareOrders custIdx={cust_idx} sellers={sellers} month={month} />
      {total > 0 && (
        <Stack as="section" gap={0} above={18}>
          <SectionHead title={t('vending.heading')}>
            <PageLinks
              {...paging}
              path={ordersHref(cust_idx)}
              query={{ month }}
              page={page}
              total={total}
              label={t('vending.heading')}
            />
          </SectionHead>
          <OrderTable custIdx={cust_idx} orders={orders} />
        </Stack>
      )}
    </CustomerPage>
  );
}

/** The months before and after, which the arrow keys follow. */
function Months({ custIdx, month, now }: { custIdx: number; month: string; now: string }) {
  const format = useFormat();
  useDeclaredKeys();
  const before = monthAfter(month, -1);
  const after = monthAfter(month);
  return (
    <Inline tight>
      <ButtonLink href={ordersHref(custIdx, before)} aria-keyshortcuts="ArrowLeft">
        ‹ {format.shortMonth(before)}
      </ButtonLink>
      {month < now && (
        <ButtonLink href={ordersHref(custIdx, after)} aria-keyshortcuts="ArrowRight">
          {format.shortMonth(after)} ›
        </ButtonLink>
      )}
    </Inline>
  );
}

/** What each state of an order is within the bar of all. */
const tones: Record<OrderState, ShareTone> = {
  sold: 'ahead',
  redeemed: 'live',
  expired: 'over',
  returned: 'withdrawn',
  withdrawn: 'bad',
};

/** The orders by state, which add up, and what is to bill: all but the returned ones. */
function Sums({ total, sums, amounts }: Pick<CustomerOrders, 'total' | 'sums' | 'amounts'>) {
  const t = useT<VendingWords>();
  const format = useFormat();
  const states = orderStates
    .filter((state) => state !== 'withdrawn' || sums.withdrawn > 0)
    .map((state) => ({ name: state, label: t(`vending.state_${state}`), value: sums[state], tone: tones[state] }));
  return (
    <Card as="div">
      <Inline gap="14px 28px" below={14}>
        <Equation of={{ name: 'total', label: t('vending.heading'), value: total }} plus={states} />
        <Equation of={{ name: 'bill', label: t('vending.to_bill'), value: total - sums.returned }} plus={[]} />
        {amounts.map(({ currency, amount }) => (
          <Equation
            key={currency}
            of={{
              name: `amount ${currency}`,
              label: t('vending.amount'),
              value: Number(amount),
              text: format.money(amount, currency),
            }}
            plus={[]}
          />
        ))}
      </Inline>
      <ShareBar parts={states} />
    </Card>
  );
}
