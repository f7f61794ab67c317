import { client } from '#client/api.ts';
import { confirm, notify, openFragment } from '#client/dialogs.ts';
import { showCode } from '#features/code/code.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { VendingWords } from '../vending.messages.ts';
import type { OrdersApi } from './orders.contract.ts';
import type { OrderAct } from './orders.rules.ts';

const call = client<OrdersApi>();

interface Of {
  custIdx: number;
  /** The key with which codes are drawn; null for the only one. */
  seller: number | null;
  /** Called once an order is other than it was shown. */
  onDone: () => void;
}

/** Does what a row offers, of the orders or of their comparison: returns an order, draws a code for it, or shows the card of a code. */
export function useShopOrderActs({ custIdx, seller, onDone }: Of): (order: string, wanted: OrderAct) => void {
  const t = useT<VendingWords>();
  const run = useAct();
  const giveBack = async (order: string, { ord_idx, code }: { ord_idx: number; code: string }) => {
    const isAgreed = await confirm({
      title: t('vending.return_title', { order }),
      body: t('vending.return_body', { code: showCode(code) }),
      agree: t('vending.return_do'),
      danger: true,
    });
    if (!isAgreed) return;
    const { results } = await call('POST /api/v1/order/:ord_idx/return', { params: { ord_idx }, body: {} });
    await notify({ message: t('vending.did_return', { order }), undo: results.act_idx, undone: onDone });
    onDone();
  };
  const draw = async (order: string) => {
    const body = { cust_idx: custIdx, order, ...(seller !== null && { key_idx: seller }) };
    const { results } = await call('POST /api/v1/order', { body });
    const message = t('vending.drew', { order, code: showCode(results.code) });
    await notify({ message, undo: results.act_idx, undone: onDone });
    onDone();
  };
  return (order, wanted) =>
    run(
      async () => {
        if (wanted.act === 'show') await openFragment(`/card?${new URLSearchParams({ text: wanted.code })}`);
        else if (wanted.act === 'return') await giveBack(order, wanted);
        else await draw(order);
      },
      wanted.act === 'show' ? '' : t('vending.act_failed'),
    );
}
