import type { CodeWords } from '#features/code/code.public.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import type { PartnerOrders as Orders } from './partner-orders.read.ts';

/** What became of the orders of a partner's shop. Plain HTML; it needs no scripts. */
export function PartnerOrders({ path, orders }: { path: string; orders: Orders }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { locale } = useInterface();
  const { rows, total, page, pages } = orders;
  const hrefOf = (to: number) => `${path}?lang=${locale}&page=${to}`;
  return (
    <Card>
      <h2>{t('code.partner_orders', { count: total })}</h2>
      <TableFrame label={t('code.partner_orders', { count: total })}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t('code.partner_order')}</ColumnHead>
              <ColumnHead>{t('code.partner_order_state')}</ColumnHead>
              <ColumnHead>{t('code.partner_order_at')}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ order, state, at }) => (
              <tr key={order}>
                <RowHead>
                  <code>{order}</code>
                </RowHead>
                <Cell label={t('code.partner_order_state')}>{t(`code.partner_order_${state}`)}</Cell>
                <Cell label={t('code.partner_order_at')}>{format.dateTime(at)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {pages > 1 && (
        <Inline tight above={12}>
          {page > 1 && <ButtonLink href={hrefOf(page - 1)}>{t('code.partner_orders_newer')}</ButtonLink>}
          {page < pages && <ButtonLink href={hrefOf(page + 1)}>{t('code.partner_orders_older')}</ButtonLink>}
        </Inline>
      )}
    </Card>
  );
}
