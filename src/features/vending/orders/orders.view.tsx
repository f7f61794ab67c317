import { showCode } from '#features/code/code.public.tsx';
import type { CustomerHead } from '#features/customer/customer.public.ts';
import { CustomerPage } from '#features/customer/customer.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Facts, SectionHead } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { PageLinks } from '#ui/table/pager.tsx';
import type { VendingWords } from '../vending.messages.ts';
import { type OrderState, orderStates } from '../vending.rules.ts';
import { CompareOrders } from './compare-orders.tsx';
import type { CustomerOrder, CustomerOrders } from './orders.contract.ts';
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
          <OrderTable orders={orders} />
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

/** The orders by state, and what is to bill: all but the returned ones. */
function Sums({ total, sums, amounts }: Pick<CustomerOrders, 'total' | 'sums' | 'amounts'>) {
  const t = useT<VendingWords>();
  const format = useFormat();
  const facts = [
    { label: t('vending.heading'), value: format.number(total) },
    ...orderStates
      .filter((state) => sums[state] > 0)
      .map((state) => ({ label: t(`vending.state_${state}`), value: format.number(sums[state]) })),
    { label: t('vending.to_bill'), value: format.number(total - sums.returned) },
    ...amounts.map(({ currency, amount }) => ({
      label: t('vending.amount'),
      value: format.money(amount, currency),
    })),
  ];
  return (
    <Facts>
      {facts.map(({ label, value }) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}

const tones: Partial<Record<OrderState, 'live' | 'warn'>> = { redeemed: 'live', withdrawn: 'warn' };

function OrderTable({ orders }: { orders: readonly CustomerOrder[] }) {
  const t = useT<VendingWords>();
  const format = useFormat();
  const labels = {
    drawn: t('vending.drawn'),
    code: t('vending.field_code'),
    state: t('vending.state'),
    since: t('vending.since'),
    batch: t('vending.batch'),
    price: t('vending.price'),
  };
  const since = ({ state, at, valid_until: until }: CustomerOrder) =>
    state === 'sold' ? (until === 0 ? '' : t('vending.until', { day: format.end(until) })) : format.dateTime(at);
  return (
    <TableFrame label={t('vending.heading')}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{t('vending.field_order')}</ColumnHead>
            <ColumnHead>{labels.drawn}</ColumnHead>
            <ColumnHead>{labels.code}</ColumnHead>
            <ColumnHead>{labels.state}</ColumnHead>
            <ColumnHead>{labels.since}</ColumnHead>
            <ColumnHead>{labels.batch}</ColumnHead>
            <ColumnHead kind="number">{labels.price}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {orders.map((row) => (
            <tr key={row.ord_idx}>
              <RowHead>
                <code>{row.order}</code>
                {row.asked > 1 && <small> {t('vending.asked', { count: row.asked })}</small>}
              </RowHead>
              <Cell label={labels.drawn}>{format.dateTime(row.sold_at)}</Cell>
              <Cell label={labels.code}>
                <a href={`/code?code=${row.code}`}>
                  <code>{showCode(row.code)}</code>
                </a>
                {row.former.length > 0 && (
                  <small> {t('vending.replaces', { code: showCode(row.former.at(-1) ?? '') })}</small>
                )}
              </Cell>
              <Cell label={labels.state}>
                <State tone={tones[row.state]}>{t(`vending.state_${row.state}`)}</State>
              </Cell>
              <Cell label={labels.since}>{since(row)}</Cell>
              <Cell label={labels.batch}>
                <a href={`/code/batch/${row.cg_idx}`}>{row.batch}</a>
              </Cell>
              <Cell kind="number" label={labels.price}>
                {row.state === 'returned' ? t('vending.not_billed') : format.money(row.price, row.currency)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}
