import type { CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';

/** What is said to have leaked: a batch, or of it a lot or a delivery. Times in seconds. */
export interface Leaking {
  cg_idx: number;
  batch: string;
  customer: string;
  lot: number | null;
  delivery: { del_idx: number; at: number; codes: number; to: string } | null;
}

/** Names what leaked. */
export function useLeakName(): (of: Leaking) => string {
  const t = useT<CodeWords>();
  const format = useFormat();
  return ({ batch: title, lot, delivery }) => {
    if (delivery)
      return t('code.leak_of_delivery', {
        codes: delivery.codes,
        to: delivery.to,
        day: format.dateTime(delivery.at),
      });
    return lot === null ? t('code.leak_of_batch', { title }) : t('code.leak_of_lot', { title, lot });
  };
}
