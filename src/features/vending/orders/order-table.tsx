import { copyText } from '#client/clipboard.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { showCode } from '#features/code/code.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { type MenuItem, RowMenu } from '#ui/kit/menu.tsx';
import { State } from '#ui/kit/state.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Unseen } from '#ui/kit/text.tsx';
import type { VendingWords } from '../vending.messages.ts';
import type { OrderState } from '../vending.rules.ts';
import type { CustomerOrder } from './orders.contract.ts';
import { actHere } from './orders.rules.ts';
import { useShopOrderActs } from './use-shop-order-acts.ts';

const tones: Partial<Record<OrderState, 'live' | 'warn'>> = { redeemed: 'live', withdrawn: 'warn' };

interface OrderTableProps {
  custIdx: number;
  orders: readonly CustomerOrder[];
}

/** The orders of a customer's shops, each with what staff do about it. */
export function OrderTable({ custIdx, orders }: OrderTableProps) {
  const t = useT<VendingWords>();
  const format = useFormat();
  // Of the others it is plain on a card what they are.
  const labels = { drawn: t('vending.drawn'), price: t('vending.price') };
  const itemsOf = useOrderMenu(custIdx);
  const since = ({ state, at, valid_until: until }: CustomerOrder) =>
    state === 'sold' ? (until === 0 ? '' : t('vending.until', { day: format.end(until) })) : format.dateTime(at);
  return (
    <TableFrame label={t('vending.heading')}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{t('vending.field_order')}</ColumnHead>
            <ColumnHead>{labels.drawn}</ColumnHead>
            <ColumnHead>{t('vending.field_code')}</ColumnHead>
            <ColumnHead>{t('vending.state')}</ColumnHead>
            <ColumnHead>{t('vending.since')}</ColumnHead>
            <ColumnHead>{t('vending.batch')}</ColumnHead>
            <ColumnHead kind="number">{labels.price}</ColumnHead>
            <ColumnHead kind="actions">
              <Unseen>{t('common.actions')}</Unseen>
            </ColumnHead>
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
              <Cell kind="nowrap">
                <a href={`/code?code=${row.code}`}>
                  <code>{showCode(row.code)}</code>
                </a>
                {row.former.length > 0 && (
                  <small> {t('vending.replaces', { code: showCode(row.former.at(-1) ?? '') })}</small>
                )}
              </Cell>
              <Cell>
                <State tone={tones[row.state]}>{t(`vending.state_${row.state}`)}</State>
              </Cell>
              <Cell>{since(row)}</Cell>
              <Cell>
                <a href={`/code/batch/${row.cg_idx}`}>{row.batch}</a>
              </Cell>
              <Cell kind="number" label={labels.price}>
                {row.state === 'returned' ? t('vending.not_billed') : format.money(row.price, row.currency)}
              </Cell>
              <Cell kind="actions">
                <RowMenu label={`${t('common.more')}: ${row.order}`} items={itemsOf(row)} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** What the menu of an order offers: the card of its code, the code itself, and to return it where nobody has used that. */
function useOrderMenu(custIdx: number): (row: CustomerOrder) => MenuItem[] {
  const t = useT<VendingWords>();
  const run = useAct();
  const onDone = () => void navigateInPage(pageAddress());
  const act = useShopOrderActs({ custIdx, seller: null, onDone });
  const copy = async (code: string) => {
    const isCopied = await copyText(showCode(code));
    await notify(
      isCopied
        ? { message: t('vending.copied', { code: showCode(code) }) }
        : { message: t('common.not_copied'), tone: 'problem' },
    );
  };
  return (row) => {
    const { order, code } = row;
    const wanted = actHere(row);
    return [
      { label: t('vending.show_card'), act: () => act(order, { act: 'show', code }) },
      { label: t('vending.copy_code'), act: () => run(() => copy(code), t('common.not_copied')) },
      ...(wanted.act === 'return' ? [{ label: t('vending.return'), danger: true, act: () => act(order, wanted) }] : []),
    ];
  };
}
